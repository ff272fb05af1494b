import { contentsOf } from './contents.ts'

type Storage = Parameters<typeof contentsOf>[0]

const storage = (entries: readonly (readonly [string, unknown])[]) =>
  Object.assign(Object.create(null), { [Symbol.iterator]: () => entries[Symbol.iterator]() }) as Storage

const editor = (written: object | null) => ({ serialize: () => written })

test('the order in which annotations came says nothing', () => {
  const [a, b] = [['a', editor({ x: 1 })] as const, ['b', editor({ x: 2 })] as const]
  expect(contentsOf(storage([a, b]))).toBe(contentsOf(storage([b, a])))
})

test('a move is seen, and the way back too', () => {
  const at = (x: number) => contentsOf(storage([['a', editor({ x })]]))
  expect(at(2)).not.toBe(at(1))
  expect(at(1)).toBe(at(1))
})

test('content that would not be written does not count', () => {
  expect(contentsOf(storage([['a', editor(null)]]))).toBe(contentsOf(storage([])))
})

test('a deleted annotation of the file is something to write', () => {
  expect(contentsOf(storage([['a', editor({ id: '12R', deleted: true })]]))).not.toBe(contentsOf(storage([])))
})

test('values without an editor, as of a form, are compared as they are', () => {
  expect(contentsOf(storage([['12R', { value: 'x' }]]))).not.toBe(contentsOf(storage([['12R', { value: 'y' }]])))
})
