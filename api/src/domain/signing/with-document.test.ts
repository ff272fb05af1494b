import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'
import { SIGNED_AT_ONCE, withDocument } from './with-document.ts'

afterEach(closeTestServers)

const begin = async (documentIds: readonly number[]) => {
  const { services } = await openTestServer()
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

/** Each document is looked up before it is locked. */
const settle = async () => {
  for (let turn = 0; turn < 500; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

test('work starts on a limited number of documents at once, and all documents are processed in the end', async () => {
  const { begun, end, all } = await begin(numbers(1, SIGNED_AT_ONCE + 5))
  await settle()
  expect(begun).toEqual(numbers(1, SIGNED_AT_ONCE))
  end()
  await all
  expect(begun).toHaveLength(SIGNED_AT_ONCE + 5)
})

test('many waiting requests for one document occupy only one slot of the limit', async () => {
  const { begun, end, all } = await begin([...numbers(1, 20).map(() => 1), ...numbers(2, SIGNED_AT_ONCE - 1)])
  await settle()
  expect(begun).toEqual(numbers(1, SIGNED_AT_ONCE))
  end()
  await all
})
