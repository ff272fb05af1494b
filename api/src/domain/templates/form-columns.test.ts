import fc from 'fast-check'
import { type FormFieldRule, formValueProblem, isEmptyValue } from 'shared/contract/form-fields'
import type { TemplateFormField, TemplateRole } from 'shared/contract/templates'
import { documentWords, plainTitle, titlesOfPerson, titleWords } from '../../platform/csv/column-titles.ts'
import { SIGNER_FACTS } from './describe-document.ts'
import { formColumnsOf, readFormCell } from './form-columns.ts'

const role = (id: string, name: string): TemplateRole => ({
  id,
  name,
  is_owner: false,
  asks_certificate: false,
  step: 1,
  ...SIGNER_FACTS,
})
const TEXT: FormFieldRule = { kind: 'text', max_length: 20, multiline: false }
const formField = (label: string, over: Partial<TemplateFormField> = {}): TemplateFormField => ({
  ...{ signature: 0, page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.05, help: '', required: false },
  ...{ position: null, replaces: [], rule: TEXT, label },
  ...over,
})
const place = { page: 1, x: 0.1, y: 0.5, width: 0.2, height: 0.1, label: '' }
const roles = [role('r1', 'Cliente'), role('r2', 'Fiadora')]
const fields = [
  { ...place, role: 'r1' },
  { ...place, role: 'r2' },
]
const titlesOf = (...form_fields: TemplateFormField[]) =>
  formColumnsOf({ roles, fields, form_fields }).map(({ title }) => title)

test.each([
  ['a label', [formField('Monto')], ['Monto']],
  [
    'one label of two roles',
    [formField('Monto'), formField('Monto', { signature: 1 })],
    ['Monto de Cliente', 'Monto de Fiadora'],
  ],
  [
    'one label twice for a role',
    [formField('Fecha'), formField('FECHA'), formField('fecha:')],
    ['Fecha de Cliente', 'FECHA de Cliente 2', 'fecha: de Cliente 3'],
  ],
  ['the title of a person’s data', [formField('Nombre')], ['Nombre (dato de Cliente)']],
  ['the title of the document', [formField('Contrato')], ['Contrato de Cliente']],
  ['the name of a role', [formField('Fiadora')], ['Fiadora de Cliente']],
  ['a label without letters', [formField('₡')], ['Dato de Cliente']],
])('%s makes a readable, different title', (_, form, titles) => {
  expect(titlesOf(...form)).toEqual(titles)
})

test('columns follow the page, and leave out what only the signer does: initials and a required tick', () => {
  const form_fields = [
    formField('Abajo', { y: 0.9 }),
    formField('Iniciales', { rule: { kind: 'initials' } }),
    formField('Acepto', { rule: { kind: 'checkbox' }, required: true }),
    formField('Factura', { rule: { kind: 'checkbox' }, y: 0.5 }),
    formField('Arriba', { y: 0.01, signature: 1, required: true }),
  ]
  expect(formColumnsOf({ roles, fields, form_fields })).toEqual([
    { field: 4, title: 'Arriba', role: 'r2', example: 'Texto de ejemplo' },
    { field: 3, title: 'Factura', role: 'r1', example: 'Sí' },
    { field: 0, title: 'Abajo', role: 'r1', example: 'Texto de ejemplo' },
  ])
})

const NUMBER: FormFieldRule = { kind: 'number', min: 1, max: 5000, decimals: 2 }
const DATE: FormFieldRule = { kind: 'date', default_today: false }
const LIST: FormFieldRule = { kind: 'choice', options: ['Mensual', 'Anual'] }
const NOTES: FormFieldRule = { kind: 'text', max_length: 20, multiline: true }

test.each([
  [TEXT, 'San José', 'San José'],
  [TEXT, '', null],
  [TEXT, '\u200b', null],
  [TEXT, '=1+1', '=1+1'],
  [NOTES, 'uno\ndos', 'uno\ndos'],
  [NUMBER, '1250,5', '1250,5'],
  [NUMBER, '1250.5', '1250.5'],
  [DATE, '2026-12-31', '2026-12-31'],
  [DATE, '31/12/2026', '2026-12-31'],
  [DATE, '1-2-2026', '2026-02-01'],
  [LIST, 'Anual', 'Anual'],
  [{ kind: 'checkbox' }, 'SÍ', true],
  [{ kind: 'checkbox' }, 'x', true],
  [{ kind: 'checkbox' }, 'No', false],
] satisfies [FormFieldRule, string, unknown][])('a cell for %j reads %j as %j', (rule, cell, value) => {
  expect(readFormCell({ label: 'Dato', rule }, cell)).toEqual({ value })
})

test.each([
  [TEXT, 'x'.repeat(21), 'Admite hasta 20 caracteres y tiene 21.'],
  [TEXT, 'uno\ndos', /caracteres que no se ven/],
  [TEXT, 'pago\u202e', /caracteres que no se ven/],
  [NUMBER, '₡1.250,50', 'Debe ser un número, por ejemplo 1250 o 12,5.'],
  [NUMBER, '1,255', 'Admite hasta 2 decimales.'],
  [NUMBER, '5001', 'Debe ser 5000 o menos.'],
  [DATE, '30/02/2026', 'Debe ser una fecha que exista. Escríbela así: 31/12/2026.'],
  [DATE, '12/31/2026', /Escríbela así/],
  [DATE, '31/12/26', /Escríbela así/],
  [LIST, 'mensual', 'Debe ser una de las opciones. Escríbela igual: «Mensual», «Anual».'],
  [{ kind: 'checkbox' }, 'quizá', 'Debe decir «Sí» o «No».'],
] satisfies [FormFieldRule, string, string | RegExp][])('a cell for %j with %j is a problem', (rule, cell, message) => {
  const read = readFormCell({ label: 'Dato', rule }, cell)
  if (!('problem' in read)) throw new Error('was read')
  expect(read.problem).toMatch(message)
})

const rules: fc.Arbitrary<FormFieldRule> = fc.oneof(
  fc.record({
    kind: fc.constant('text' as const),
    max_length: fc.integer({ min: 1, max: 2000 }),
    multiline: fc.boolean(),
  }),
  fc
    .tuple(fc.integer(), fc.nat(), fc.integer({ min: 0, max: 6 }))
    .map(([min, more, decimals]) => ({ kind: 'number' as const, min, max: min + more, decimals })),
  fc.record({ kind: fc.constant('date' as const), default_today: fc.boolean() }),
  fc.constant({ kind: 'checkbox' as const }),
  fc
    .uniqueArray(fc.string({ minLength: 1, maxLength: 9 }), { minLength: 2, maxLength: 5 })
    .map((options) => ({ kind: 'choice' as const, options })),
)

test('a cell of any text is empty, a value that its field admits, or a problem that does not repeat it', () => {
  fc.assert(
    fc.property(rules, fc.string({ unit: 'binary', minLength: 9, maxLength: 40 }), (rule, cell) => {
      const read = readFormCell({ label: 'Dato', rule }, cell.trim())
      if ('problem' in read) expect(read.problem).not.toContain(cell)
      else if (read.value !== null && !isEmptyValue(read.value))
        expect(formValueProblem({ label: 'Dato', required: true, rule }, read.value)).toBeUndefined()
    }),
  )
})

test('every example is empty or a valid cell that begins no formula', () => {
  fc.assert(
    fc.property(rules, (rule) => {
      const [column] = formColumnsOf({ roles, fields, form_fields: [formField('Monto', { rule })] })
      const example = column?.example ?? ''
      expect(readFormCell({ label: 'Monto', rule }, example)).not.toHaveProperty('problem')
      expect(example).not.toMatch(/^[=+\-@\t\r]/)
    }),
  )
})

test('titles are unique, and none is a title of a person’s data or of the document', () => {
  const label = fc.oneof(
    fc.constantFrom('Monto', 'monto', 'Nombre', 'Email de Cliente', 'Cliente', 'Documento', '—', 'Monto de Cliente'),
    fc.string({ minLength: 1, maxLength: 6 }),
  )
  const form = fc.array(fc.tuple(label, fc.nat({ max: 1 })), { maxLength: 12 })
  const people = roles.flatMap(({ name }) =>
    (['name', 'email', 'certificate_identification'] as const).flatMap((datum) => [
      ...titleWords[datum],
      ...titlesOfPerson(datum, plainTitle(name)),
    ]),
  )
  fc.assert(
    fc.property(form, (wanted) => {
      const plain = titlesOf(...wanted.map(([text, signature]) => formField(text, { signature }))).map(plainTitle)
      expect(new Set(plain).size).toBe(wanted.length)
      for (const title of plain) expect([...people, ...documentWords, '']).not.toContain(title)
    }),
  )
})
