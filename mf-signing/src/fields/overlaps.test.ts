import type { FractionRect } from '../geometry/geometry.ts'
import { storedField } from '../testing/wire.ts'
import type { PlacedField } from './field-lifecycle.ts'
import { fieldFromServer } from './field-lifecycle.ts'
import { overlapInWords, overlapsOf } from './overlaps.ts'

const field = (
  id: number,
  rect: FractionRect,
  page = 1,
  name = `Persona ${id}`,
  email = `${name}@example.com`,
): PlacedField => ({
  ...fieldFromServer(storedField({ id, field_id: `field_${id}`, page, signer_name: name, signer_email: email })),
  rect,
})
const at = (x: number, y: number): FractionRect => ({ x, y, width: 0.3, height: 0.1 })

test.each<[string, readonly PlacedField[], readonly string[]]>([
  ['no signer', [], []],
  ['apart', [field(1, at(0, 0)), field(2, at(0.5, 0))], []],
  ['edge to edge', [field(1, at(0, 0)), field(2, at(0.3, 0))], []],
  ['rounded edges', [field(1, at(0, 0)), field(2, at(0.29999999, 0))], []],
  ['on different pages', [field(1, at(0, 0)), field(2, at(0, 0), 2)], []],
  ['exactly on each other', [field(1, at(0, 0)), field(2, at(0, 0))], ['1 2']],
  ['in part', [field(1, at(0, 0)), field(2, at(0.2, 0.05)), field(3, at(0.4, 0.06))], ['1 2', '2 3']],
])('overlapsOf finds the overlapping pairs: %s', (_case, fields, expected) => {
  expect(overlapsOf(fields).map(({ below, above }) => `${below.id} ${above.id}`)).toEqual(expected)
})

test.each([
  ['Ana', 'Luis', 'Los campos de Ana y Luis se enciman en la página 2.'],
  ['Ana', 'Ana', 'Dos campos de Ana se enciman en la página 2.'],
])('overlapInWords names the signers of two overlapping fields: %s and %s', (first, second, words) => {
  const [overlap] = overlapsOf([field(1, at(0, 0), 2, first), field(2, at(0, 0), 2, second)])
  expect(overlap && overlapInWords(overlap)).toBe(words)
})

test('overlapInWords counts two spellings as one signer, and one name with two addresses as two', () => {
  const words = (...fields: readonly PlacedField[]) => overlapsOf(fields).map(overlapInWords)
  const ana = field(1, at(0, 0), 2, 'Ana', 'ana@example.com')
  expect(words(ana, field(2, at(0, 0), 2, 'ANA', 'Ana@example.com'))).toEqual([
    'Dos campos de ANA se enciman en la página 2.',
  ])
  expect(words(ana, field(2, at(0, 0), 2, 'Ana', 'other@example.com'))).toEqual([
    'Los campos de Ana y Ana se enciman en la página 2.',
  ])
})
