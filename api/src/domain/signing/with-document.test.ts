import { createDocumentLocks } from '../../platform/locks/document-lock.ts'
import { SIGNED_AT_ONCE, withDocument } from './with-document.ts'

const begin = (documentIds: readonly number[]) => {
  const services = { locks: createDocumentLocks() }
  const held = Promise.withResolvers<void>()
  const begun: number[] = []
  const all = documentIds.map((id) =>
    withDocument(services, id, async () => {
      begun.push(id)
      await held.promise
    }),
  )
  return { begun, end: held.resolve, all: Promise.all(all) }
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('work starts on a limited number of documents at once, and all documents are processed in the end', async () => {
  const { begun, end, all } = begin(numbers(1, SIGNED_AT_ONCE + 5))
  await settle()
  expect(begun).toEqual(numbers(1, SIGNED_AT_ONCE))
  end()
  await all
  expect(begun).toHaveLength(SIGNED_AT_ONCE + 5)
})

test('many waiting requests for one document occupy only one slot of the limit', async () => {
  const { begun, end, all } = begin([...numbers(1, 20).map(() => 1), ...numbers(2, SIGNED_AT_ONCE - 1)])
  await settle()
  expect(begun).toEqual(numbers(1, SIGNED_AT_ONCE))
  end()
  await all
})
