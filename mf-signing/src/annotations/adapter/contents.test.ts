import { storageContents } from './contents.ts'

type Storage = Parameters<typeof storageContents>[0]

const storage = (entries: readonly (readonly [string, unknown])[]) =>
  Object.assign(Object.create(null), { [Symbol.iterator]: () => entries[Symbol.iterator]() }) as Storage

const editor = (written: object | null) => ({ serialize: () => written })

test('storageContents ignores the order of the annotations', () => {
  const [a, b] = [['a', editor({ x: 1 })] as const, ['b', editor({ x: 2 })] as const]
  expect(storageContents(storage([a, b]))).toBe(storageContents(storage([b, a])))
})

test('storageContents changes when an annotation moves and is equal again at the old position', () => {
  const at = (x: number) => storageContents(storage([['a', editor({ x })]]))
  expect(at(2)).not.toBe(at(1))
  expect(at(1)).toBe(at(1))
})

test('storageContents ignores an editor that serializes to nothing', () => {
  expect(storageContents(storage([['a', editor(null)]]))).toBe(storageContents(storage([])))
})

test('a deleted annotation of the file counts as a change', () => {
  expect(storageContents(storage([['a', editor({ id: '12R', deleted: true })]]))).not.toBe(storageContents(storage([])))
})

test('storageContents compares values without an editor, such as form values, directly', () => {
  expect(storageContents(storage([['12R', { value: 'x' }]]))).not.toBe(
    storageContents(storage([['12R', { value: 'y' }]])),
  )
})
