import { findFilesCall, listFilesCall } from 'shared/contract'
import { insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed } from '../../../test/support/test-server.ts'
import { DOCUMENTS_AT_ONCE, listDocuments } from './list-documents.ts'

afterEach(closeTestServers)

const COUNT = 2 * DOCUMENTS_AT_ONCE + 10

const openFull = async (count: number) => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const owner = await ownerId(server.services.db, 'olga')
  const seeds = Array.from({ length: count }, (_, index) => ({ name: `${index}.pdf`, uploadedAt: index % 7 }))
  await insertDocuments(server.services.db, owner, seeds)
  return { server, bearer, owner }
}

test.each([0, 1, DOCUMENTS_AT_ONCE, COUNT])(
  'the API returns a list of %i documents complete and in order',
  async (count) => {
    const { server, bearer } = await openFull(count)
    const all = await succeed(server, listFilesCall, { bearer })
    const pages = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const query = { limit: '100', ...(cursor === '' ? {} : { cursor }) }
      const page: { documents: unknown[]; next_cursor: string | null } = await succeed(server, findFilesCall, {
        bearer,
        query,
      })
      pages.push(...page.documents)
      cursor = page.next_cursor
    }
    expect(all).toHaveLength(count)
    expect(all).toEqual(pages)
  },
)

test('the event loop runs other work while a long list is read', async () => {
  const { server, owner } = await openFull(COUNT)
  const turns: number[] = []
  let turn = 0
  const next = (): NodeJS.Immediate =>
    setImmediate(() => {
      turn += 1
      waiting = next()
    })
  let waiting = next()
  for await (const documents of listDocuments(server.services, owner)) {
    expect(documents.length).toBeLessThanOrEqual(DOCUMENTS_AT_ONCE)
    turns.push(turn)
  }
  clearImmediate(waiting)
  expect(turns).toHaveLength(3)
  expect(new Set(turns).size).toBe(3)
})

test('the API answers 500 when the list cannot be read, instead of a partial list', async () => {
  const { server, bearer } = await openFull(1)
  jest.spyOn(server.services.db, 'selectFrom').mockImplementation(() => {
    throw new Error('away')
  })
  const response = await server.app.inject({
    url: '/home/api/files/',
    headers: { authorization: `Bearer ${bearer}` },
  })
  jest.restoreAllMocks()
  expect(response.statusCode).toBe(500)
})
