import * as fc from 'fast-check'
import { storedFormField } from '../../../testing/wire.ts'
import { fromServer } from '../form-field.ts'
import { formFieldsReducer, noFormFields } from '../placed-form-fields.ts'
import { parsePages } from './page-range.ts'
import { repeatFormField } from './repeat-form-field.ts'

test.each([
  ['2-5, 8', [2, 3, 4, 5, 8]],
  ['8;2 – 3', [2, 3, 8]],
  ['1 a 2', [1, 2]],
  ['3,3,2-3', [2, 3]],
])('parsePages reads %p as %p', (text, pages) => {
  expect(parsePages(text, 9)).toEqual({ kind: 'pages', pages })
})

test.each([
  ['', 'Escribe las páginas, por ejemplo 2-5, 8.'],
  [' , ', 'Escribe las páginas, por ejemplo 2-5, 8.'],
  ['2-', 'No entendemos «2-». Escribe páginas y rangos, por ejemplo 2-5, 8.'],
  ['todas', 'No entendemos «todas». Escribe páginas y rangos, por ejemplo 2-5, 8.'],
  ['5-2', 'En «5-2» la primera página va después de la última. Escríbelas al revés.'],
  ['0', '«0» no está en el documento: tiene páginas de la 1 a la 9.'],
  ['2-10', '«2-10» no está en el documento: tiene páginas de la 1 a la 9.'],
])('parsePages refuses %p with a message', (text, message) => {
  expect(parsePages(text, 9)).toEqual({ kind: 'problem', message })
})

test('property: any text is refused or gives pages of the document in ascending order without repeats', () => {
  const text = fc.oneof(fc.string(), fc.stringMatching(/^[0-9,; a–-]{0,20}$/))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 500 }), (given, count) => {
      const read = parsePages(given, count)
      if (read.kind === 'problem') return read.message !== ''
      return read.pages.every(
        (page, index, all) => page >= 1 && page <= count && (index === 0 || page > (all[index - 1] ?? 0)),
      )
    }),
  )
})

test('property: parsePages reads written ranges back as the same pages', () => {
  const range = fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 0, max: 20 }))
  fc.assert(
    fc.property(fc.array(range, { minLength: 1, maxLength: 8 }), (ranges) => {
      const text = ranges.map(([from, more]) => (more === 0 ? `${from}` : `${from}-${from + more}`)).join(', ')
      const wanted = new Set(ranges.flatMap(([from, more]) => Array.from({ length: more + 1 }, (_, i) => from + i)))
      expect(parsePages(text, 320)).toEqual({ kind: 'pages', pages: [...wanted].toSorted((a, b) => a - b) })
    }),
  )
})

let tick = 0
const ids = { now: () => ++tick, random: () => 0.5 }
const initials = fromServer(storedFormField({ label: 'Iniciales', page: 2, replaces: ['4 0'], position: 3 }), 'ana')
const repeat = (pages: readonly number[], all = [initials]) => repeatFormField(initials, pages, { all, ids })

test('copies have the same place and rule and a different name, and replace no field of the PDF', () => {
  const made = repeat([1, 2, 3])
  expect(made).toMatchObject({
    kind: 'fields',
    fields: [
      {
        page: 1,
        label: 'Iniciales · página 1',
        rect: initials.rect,
        rule: initials.rule,
        replaces: [],
        position: null,
      },
      { page: 3, label: 'Iniciales · página 3', signer: 'ana' },
    ],
  })
  if (made.kind !== 'fields') throw new Error(made.message)
  expect(new Set([initials, ...made.fields].map(({ id }) => id)).size).toBe(3)
  expect(repeat([1, 2, 3], [initials, ...made.fields])).toEqual({ kind: 'fields', fields: [] })
  const [first] = made.fields
  if (!first) throw new Error('nothing was repeated')
  expect(repeatFormField(first, [4], { all: [first], ids })).toMatchObject({
    fields: [{ label: 'Iniciales · página 4' }],
  })
})

test('a long name is cut, and more form fields than a document can have are refused with the limit', () => {
  const long = { ...initials, label: 'x'.repeat(100) }
  expect(repeatFormField(long, [4], { all: [long], ids })).toMatchObject({
    fields: [{ label: `${'x'.repeat(89)} · página 4` }],
  })
  const full = Array.from({ length: 498 }, (_, index) => ({ ...initials, id: `${index}`, signer: 'otra' }))
  expect(repeat([3, 4, 5], full)).toEqual({
    kind: 'problem',
    message: 'Un documento puede tener hasta 500 campos para llenar: caben 2 más y esto agrega 3. Elige menos páginas.',
  })
})

test('repeating a form field is one undo step', () => {
  const made = repeat([1, 3, 4])
  const loaded = formFieldsReducer(noFormFields, { type: 'loaded', fields: [initials] })
  const after = formFieldsReducer(loaded, { type: 'repeated', fields: made.kind === 'fields' ? made.fields : [] })
  expect(after.items).toHaveLength(4)
  expect(formFieldsReducer(after, { type: 'undone' }).items).toEqual([initials])
})
