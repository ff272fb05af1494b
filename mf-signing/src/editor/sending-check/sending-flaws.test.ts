import fc from 'fast-check'
import type { FormFieldKind, FormFieldRule } from 'shared/contract/form-fields'
import { fieldFromServer, type PlacedField } from '../../fields/field-lifecycle.ts'
import { overlapsOf } from '../../fields/overlaps.ts'
import type { FractionRect } from '../../geometry/geometry.ts'
import { storedField } from '../../testing/wire.ts'
import {
  formFieldKinds,
  kindNames,
  newFormField,
  newLabel,
  type PlacedFormField,
  sampleOptions,
} from '../form-fields/form-field.ts'
import { repeatFormField } from '../form-fields/repeating/repeat-form-field.ts'
import { signersOf } from '../signers/signers.ts'
import { type SendingFacts, sendingFlaws } from './sending-flaws.ts'
import { flawInWords, summaryOf } from './texts.ts'

const at = (x: number, y: number, width = 0.2, height = 0.05): FractionRect => ({ x, y, width, height })
const signature = (id: number, name: string, rect: FractionRect, page = 1): PlacedField => ({
  ...fieldFromServer(
    storedField({ id, field_id: `f${id}`, signer_name: name, signer_email: `${name}@x.example`, page }),
  ),
  rect,
})
const ana = signature(1, 'Ana', at(0.1, 0.1))
const [anaSigner] = signersOf([ana])
const key = anaSigner?.key ?? ''
const ids = { now: () => 0, random: Math.random }

let next = 0.2
const form = (kind: FormFieldKind, over: Partial<PlacedFormField> = {}): PlacedFormField => {
  next = next > 0.8 ? 0.2 : next + 0.06
  return { ...newFormField({ kind, signer: key, page: 1, rect: at(0.6, next) }, [], ids), ...over }
}
const choice = (...options: string[]): FormFieldRule => ({ kind: 'choice', options })

const facts = (over: Partial<SendingFacts> = {}): SendingFacts => ({
  fields: [ana],
  forms: [],
  signers: signersOf(over.fields ?? [ana]),
  isAccepted: () => false,
  ...over,
})
const words = (over: Partial<SendingFacts> = {}) => sendingFlaws(facts(over)).map(flawInWords)

test.each<[string, Partial<SendingFacts>, readonly string[]]>([
  ['a field for each person', {}, []],
  ['a text without a name', { forms: [form('text')] }, ['El campo «Texto» de la página 1 todavía no tiene nombre.']],
  [
    'a numbered name',
    { forms: [form('number', { label: 'Número 12', page: 3 })] },
    ['El campo «Número 12» de la página 3 todavía no tiene nombre.'],
  ],
  [
    'a box without a name',
    { forms: [form('checkbox')] },
    ['El campo «Casilla» de la página 1 todavía no tiene nombre.'],
  ],
  ['date and initials say enough', { forms: [form('date'), form('initials')] }, []],
  [
    'another kind’s name is a name',
    { forms: [form('text', { label: 'Número' }), form('text', { label: 'Texto legal' })] },
    [],
  ],
  [
    'no name at all',
    { forms: [form('date', { label: ' ' })] },
    ['El campo « » de la página 1 todavía no tiene nombre.'],
  ],
  [
    'a new list',
    { forms: [form('choice')] },
    ['La lista «Lista» de la página 1 todavía no tiene nombre ni opciones propias.'],
  ],
  [
    'a named list',
    { forms: [form('choice', { label: 'Plan' })] },
    ['La lista «Plan» de la página 1 todavía tiene opciones de ejemplo.'],
  ],
  [
    'one option forgotten',
    { forms: [form('choice', { label: 'Plan', rule: choice('Anual', 'Opción 2') })] },
    ['La lista «Plan» de la página 1 todavía tiene opciones de ejemplo.'],
  ],
  ['a finished list', { forms: [form('choice', { label: 'Plan', rule: choice('Anual', 'Mensual') })] }, []],
  [
    'nobody fills it',
    { forms: [form('date', { signer: 'somebody who left', label: 'Ingreso' })] },
    ['El campo «Ingreso» de la página 1 no tiene quién lo llene.'],
  ],
  [
    'a person without a field',
    { signers: signersOf([ana], [{ name: 'Luis', email: 'l@x.example' }]) },
    ['Luis todavía no tiene ningún campo.'],
  ],
  [
    'two signatures on each other',
    { fields: [ana, signature(2, 'Luis', at(0.2, 0.12))] },
    ['Los campos de Ana y Luis se enciman en la página 1.'],
  ],
  ['left so by the owner', { fields: [ana, signature(2, 'Luis', at(0.2, 0.12))], isAccepted: () => true }, []],
  [
    'a date half on a signature',
    { forms: [form('date', { label: 'Ingreso', rect: at(0.2, 0.1) })], isAccepted: () => true },
    ['El campo de firma de Ana y el campo «Ingreso» se enciman en la página 1.'],
  ],
  [
    'a date inside a signature',
    { forms: [form('date', { label: 'Ingreso', rect: at(0.12, 0.11, 0.05, 0.02) })] },
    ['El campo «Ingreso» queda dentro del campo de firma de Ana en la página 1.'],
  ],
  [
    'a text over a signature',
    { forms: [form('text', { label: 'Nota', rect: at(0, 0, 0.5, 0.5) })] },
    ['El campo de firma de Ana queda dentro del campo «Nota» en la página 1.'],
  ],
  ['on another page', { forms: [form('date', { label: 'Ingreso', rect: ana.rect, page: 2 })] }, []],
])('before sending: %s', (_case, over, expected) => {
  expect(words(over)).toEqual(expected)
})

test('a field and its copies on other pages are one flaw, and count as many', () => {
  const text = form('text')
  const copies = repeatFormField(text, [1, 2, 3, 4], { all: [text], ids })
  const forms = [text, ...(copies.kind === 'fields' ? copies.fields : [])]
  const flaws = sendingFlaws(facts({ forms }))
  expect(flaws.map(flawInWords)).toEqual(['El campo «Texto» de la página 1 y sus 3 copias todavía no tienen nombre.'])
  expect(summaryOf(flaws)).toBe('Antes de enviar, revisa 4 campos sin nombre.')
})

test('the summary counts each kind of flaw', () => {
  const forms = [
    form('choice'),
    form('choice', { label: 'Plan' }),
    form('text', { signer: 'left', rect: at(0.1, 0.1) }),
  ]
  const signers = signersOf([ana], [{ name: 'Luis', email: 'l@x.example' }])
  expect(summaryOf(sendingFlaws(facts({ forms, signers })))).toBe(
    'Antes de enviar, revisa 1 persona sin campo, 1 campo sin quién lo llene, 2 campos sin nombre, 2 listas con opciones de ejemplo y 1 par de campos encimados.',
  )
})

const kinds = fc.constantFrom(...formFieldKinds)

test('every name that the editor gives by itself is found, except that of dates and initials', () => {
  fc.assert(
    fc.property(fc.array(kinds, { maxLength: 12 }), (wanted) => {
      const forms: PlacedFormField[] = []
      for (const kind of wanted) forms.push(form(kind, { label: newLabel(kind, forms), page: forms.length + 1 }))
      const found = sendingFlaws(facts({ forms })).flatMap((flaw) => (flaw.kind === 'unfinished' ? [flaw.field] : []))
      const expected = forms.filter(({ rule }) => rule.kind !== 'date' && rule.kind !== 'initials')
      expect(found.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
    }),
  )
})

const named = fc
  .record({
    kind: kinds,
    label: fc.string({ minLength: 1, maxLength: 30 }),
    x: fc.double({ min: 0, max: 0.9, noNaN: true }),
  })
  .filter(({ label }) => label.trim() !== '' && !Object.values(kindNames).some((name) => label.includes(name)))

test('finished fields that lie apart have no flaw; those that do not are each named with a place to jump to', () => {
  fc.assert(
    fc.property(fc.array(named, { maxLength: 8 }), fc.boolean(), (given, apart) => {
      const forms = given.map(({ kind, label, x }, index) =>
        form(kind, {
          label,
          rect: at(x, 0.5, 0.1, 0.02),
          page: apart ? index + 2 : 2,
          ...(kind === 'choice' ? { rule: choice('Sí', 'No') } : {}),
        }),
      )
      const flaws = sendingFlaws(facts({ forms }))
      expect(flaws).toHaveLength(overlapsOf(forms).length)
      if (apart) expect(flaws).toEqual([])
      for (const flaw of flaws) {
        expect(flaw.kind).toBe('overlap')
        expect(flawInWords(flaw)).toContain('en la página 2')
      }
    }),
  )
})

test('the editor’s own options are those that the check looks for', () => {
  expect(newFormField({ kind: 'choice', signer: key, page: 1, rect: at(0, 0) }, [], ids).rule).toEqual({
    kind: 'choice',
    options: [...sampleOptions],
  })
})
