import { fieldFromServer } from '../../fields/field-lifecycle.ts'
import { storedField } from '../../testing/wire.ts'
import { newFormField } from '../form-fields/form-field.ts'
import { nextMarks, noMarks } from '../signer-marks/signer-marks.ts'
import { signersOf } from '../signers/signers.ts'
import { pageInWords, shownMarks, signersOnPages } from './signers-on-pages.ts'

const field = (id: number, name: string, page: number) =>
  fieldFromServer(storedField({ id, field_id: `f${id}`, page, signer_name: name, signer_email: `${name}@x.example` }))

test('a page lists each person who signs or fills in a field there once, in the order of the panel', () => {
  const fields = [field(1, 'Ana', 1), field(2, 'Luis', 2), field(3, 'Ana', 2), field(4, 'Ana', 2)]
  const signers = signersOf(fields)
  const luis = signers.find(({ name }) => name === 'Luis')?.key ?? ''
  const ids = { now: () => 0, random: Math.random }
  const rect = { x: 0, y: 0, width: 0.1, height: 0.1 }
  const forms = [
    newFormField({ kind: 'text', signer: luis, page: 9, rect }, [], ids),
    newFormField({ kind: 'text', signer: 'somebody who left', page: 10, rect }, [], ids),
  ]
  const pages = signersOnPages(nextMarks(noMarks, signers), fields, forms)
  const names = [...pages].map(([page, marks]) => [page, marks.map(({ name }) => name)])
  expect(names).toEqual([
    [1, ['Ana']],
    [2, ['Ana', 'Luis']],
    [9, ['Luis']],
    [10, []],
  ])
})

test.each([
  [[], 'Página 7'],
  [['Ana'], 'Página 7: Ana'],
  [['Ana', 'Luis', 'Eva'], 'Página 7: Ana, Luis y Eva'],
])('the words of a page with %p are %p', (names, expected) => {
  expect(
    pageInWords(
      7,
      names.map((name) => ({ name })),
    ),
  ).toBe(expected)
})

test.each([
  [0, 0, 0],
  [1, 1, 0],
  [4, 4, 0],
  [5, 3, 2],
  [40, 3, 37],
])('of %p marks %p are shown, and %p are a number', (count, some, more) => {
  const all = Array.from({ length: count }, (_, index) => index)
  expect(shownMarks(all)).toEqual({ shown: all.slice(0, some), more })
})
