import { temporaryField } from './new-field.ts'
import type { PageChoice } from './repeat-on-pages.ts'
import { choiceProblem, pagesToFill, repeatField } from './repeat-on-pages.ts'

let tick = 0
const ids = {
  now: () => 1_700_000_000_000,
  random: () => {
    tick += 1
    return tick / 1000
  },
}
const rect = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 }
const field = temporaryField(
  { type: 'signature', label: 'Firma de Terceros', signerName: 'Ana', signerEmail: 'ana@example.com', page: 2, rect },
  ids,
)

test.each<[PageChoice, string | undefined]>([
  [{ kind: 'all' }, undefined],
  [{ kind: 'range', from: 1, to: 5 }, undefined],
  [{ kind: 'range', from: 4, to: 4 }, undefined],
  [{ kind: 'range', from: 0, to: 5 }, 'Escribe páginas del 1 al 5.'],
  [{ kind: 'range', from: 1, to: 6 }, 'Escribe páginas del 1 al 5.'],
  [{ kind: 'range', from: 1.5, to: 3 }, 'Escribe páginas del 1 al 5.'],
  [{ kind: 'range', from: Number.NaN, to: 3 }, 'Escribe páginas del 1 al 5.'],
  [{ kind: 'range', from: 4, to: 3 }, 'La primera página va antes que la última.'],
])('choiceProblem validates the page choice %j in a document of five pages', (choice, problem) => {
  expect(choiceProblem(choice, 5)).toBe(problem)
})

test('pagesToFill returns the chosen pages without the field’s own page and without existing copies', () => {
  const document = { pageCount: 5, fields: [field] }
  expect(pagesToFill(field, { kind: 'all' }, document)).toEqual([1, 3, 4, 5])
  expect(pagesToFill(field, { kind: 'range', from: 2, to: 4 }, document)).toEqual([3, 4])
  const repeated = { pageCount: 5, fields: [field, ...repeatField(field, [3, 4], ids)] }
  expect(pagesToFill(field, { kind: 'all' }, repeated)).toEqual([1, 5])
  const respelled = { ...field, page: 1, signerName: 'ANA', signerEmail: 'ANA@example.com' }
  expect(pagesToFill(field, { kind: 'all' }, { pageCount: 3, fields: [field, respelled] })).toEqual([3])
  const elsewhere = { ...field, page: 1, rect: { ...rect, x: 0.5 } }
  expect(pagesToFill(field, { kind: 'all' }, { pageCount: 2, fields: [field, elsewhere] })).toEqual([1])
})

test('each copy is a new temporary field with its own id in the same place', () => {
  const copies = repeatField(field, [1, 3], ids)
  expect(copies).toMatchObject([
    {
      status: 'temporary',
      page: 1,
      rect,
      signerName: 'Ana',
      signerEmail: 'ana@example.com',
      label: 'Firma de Terceros',
    },
    { status: 'temporary', page: 3, rect },
  ])
  const all = [field, ...copies]
  expect(new Set(all.map(({ id }) => id)).size).toBe(3)
  expect(new Set(all.map(({ fieldId }) => fieldId)).size).toBe(3)
})
