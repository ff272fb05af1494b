import { contentsOf } from './contents.ts'

type Storage = Parameters<typeof contentsOf>[0]

const storage = (entries: readonly (readonly [string, unknown])[]) =>
  Object.assign(Object.create(null), { [Symbol.iterator]: () => entries[Symbol.iterator]() }) as Storage

const editor = (written: object | null) => ({ serialize: () => written })

test('contentsOf ignores the order of the annotations', () => {
  const [a, b] = [['a', editor({ x: 1 })] as const, ['b', editor({ x: 2 })] as const]
  expect(contentsOf(storage([a, b]))).toBe(contentsOf(storage([b, a])))
})

test('contentsOf changes when an annotation moves and is equal again at the old position', () => {
  const at = (x: number) => contentsOf(storage([['a', editor({ x })]]))
  expect(at(2)).not.toBe(at(1))
  expect(at(1)).toBe(at(1))
})

test('contentsOf ignores an editor that serializes to nothing', () => {
  expect(contentsOf(storage([['a', editor(null)]]))).toBe(contentsOf(storage([])))
})

test('a deleted annotation of the file counts as a change', () => {
  expect(contentsOf(storage([['a', editor({ id: '12R', deleted: true })]]))).not.toBe(contentsOf(storage([])))
})

test('contentsOf compares values without an editor, such as form values, directly', () => {
  expect(contentsOf(storage([['12R', { value: 'x' }]]))).not.toBe(contentsOf(storage([['12R', { value: 'y' }]])))
})
