import fc from 'fast-check'
import { type FileSort, type FileStatus, fileSorts, findFilesCall } from 'shared/contract'
import { type DocumentSeed, insertDocuments, ownerId } from '../../../test/support/documents.ts'
import { registerPerson } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { foldSearchText } from './search-text.ts'

let server: TestServer
let bearer: string
let owner: number

beforeAll(async () => {
  server = await openTestServer()
  bearer = (await registerPerson(server, 'olga')).access_token
  owner = await ownerId(server.services.db, 'olga')
  const { access_token: other } = await registerPerson(server, 'pedro')
  expect(other).not.toBe(bearer)
  await insertDocuments(server.services.db, await ownerId(server.services.db, 'pedro'), [
    { name: 'a.pdf', uploadedAt: 1 },
  ])
})
afterAll(closeTestServers)

const seedArbitrary: fc.Arbitrary<DocumentSeed> = fc.record({
  name: fc.constantFrom('a.pdf', 'Á.pdf', 'b.pdf', 'ñu 1.pdf', 'nu 1.pdf', '漢.pdf', '😀.pdf', '%_.pdf'),
  description: fc.constantFrom('', 'uno dos', 'DÓS'),
  uploadedAt: fc.integer({ min: 0, max: 3 }),
  status: fc.constantFrom<FileStatus>('UPLOADED', 'PROCESSING', 'COMPLETED'),
  completedAt: fc.constantFrom(null, 9),
  signers: fc.constantFrom([], ['Ana'], ['Ana', 'Beto']),
})

interface Search {
  readonly sort: FileSort
  readonly q: string
  readonly status: FileStatus | undefined
  readonly signed: boolean
}

const searchArbitrary: fc.Arbitrary<Search> = fc.record({
  sort: fc.constantFrom(...fileSorts),
  q: fc.constantFrom('', '', 'dos', 'n', '%', 'beto pdf', 'nada'),
  status: fc.constantFrom<FileStatus | undefined>(undefined, undefined, 'UPLOADED', 'COMPLETED'),
  signed: fc.boolean(),
})

interface Stored extends DocumentSeed {
  readonly id: number
}

const store = async (seeds: readonly DocumentSeed[]): Promise<Stored[]> => {
  const ids = await insertDocuments(server.services.db, owner, seeds)
  return seeds.map((seed, index) => ({ ...seed, id: ids[index] ?? 0 }))
}

const remove = (ids: readonly number[]) =>
  server.services.db.updateTable('documents').set({ deleted_at: 1 }).where('id', 'in', ids).execute()

const matches = ({ q, status, signed }: Search, document: Stored): boolean => {
  const text = [document.name, document.description ?? '', ...(document.signers ?? [])].map(foldSearchText)
  return (
    foldSearchText(q)
      .split(' ')
      .every((word) => text.some((part) => part.includes(word))) &&
    (status === undefined || document.status === status) &&
    (!signed || document.completedAt !== null)
  )
}

const compare = (sort: FileSort, a: Stored, b: Stored): number => {
  if (sort === 'name')
    return Buffer.compare(Buffer.from(foldSearchText(a.name)), Buffer.from(foldSearchText(b.name))) || a.id - b.id
  const later = a.uploadedAt - b.uploadedAt || a.id - b.id
  return sort === 'oldest' ? later : -later
}

const expected = (search: Search, documents: readonly Stored[]): number[] =>
  documents
    .filter((document) => matches(search, document))
    .sort((a, b) => compare(search.sort, a, b))
    .map(({ id }) => id)

const MORE_THAN_EVER = 200

const readThrough = async (search: Search, limit: number, between: () => Promise<void>): Promise<number[]> => {
  const query = {
    sort: search.sort,
    limit: String(limit),
    ...(search.q === '' ? {} : { q: search.q }),
    ...(search.status === undefined ? {} : { status: search.status }),
    ...(search.signed ? { signed: 'true' } : {}),
  }
  const seen: number[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await succeed(server, findFilesCall, {
      bearer,
      query: cursor === undefined ? query : { ...query, cursor },
    })
    expect(page.documents.length).toBeLessThanOrEqual(limit)
    seen.push(...page.documents.map(({ id }) => id))
    if (seen.length > MORE_THAN_EVER) throw new Error('the list does not come to its end')
    cursor = page.next_cursor
    if (cursor !== null) await between()
  }
  return seen
}

const withDocuments = async (seeds: readonly DocumentSeed[], check: (documents: Stored[]) => Promise<void>) => {
  const documents = await store(seeds)
  await check(documents)
  await server.services.db.updateTable('documents').set({ deleted_at: 1 }).where('owner_id', '=', owner).execute()
}

const limitArbitrary = fc.integer({ min: 1, max: 7 })
const seedsArbitrary = fc.array(seedArbitrary, { maxLength: 25 })

test('consecutive pages of any size return every matching document once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(seedsArbitrary, searchArbitrary, limitArbitrary, (seeds, search, limit) =>
      withDocuments(seeds, async (documents) => {
        const seen = await readThrough(search, limit, async () => undefined)
        expect(seen).toEqual(expected(search, documents))
      }),
    ),
    { numRuns: 60 },
  )
})

interface Change {
  readonly added: readonly DocumentSeed[]
  readonly removed: readonly number[]
}

const changeArbitrary: fc.Arbitrary<Change> = fc.record({
  added: fc.array(seedArbitrary, { maxLength: 3 }),
  removed: fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { maxLength: 2 }),
})

test('unchanged documents appear once and in order while others are added or deleted between pages', async () => {
  await fc.assert(
    fc.asyncProperty(
      seedsArbitrary,
      searchArbitrary,
      limitArbitrary,
      fc.array(changeArbitrary, { maxLength: 6 }),
      (seeds, search, limit, changes) =>
        withDocuments(seeds, async (documents) => {
          const ever = [...documents]
          const gone = new Set<number>()
          const left = [...changes]
          const seen = await readThrough(search, limit, async () => {
            const { added = [], removed = [] } = left.shift() ?? {}
            const going = removed.flatMap((fraction) => ever[Math.floor(fraction * ever.length)]?.id ?? [])
            for (const id of going) gone.add(id)
            if (going.length > 0) await remove(going)
            ever.push(...(await store(added)))
          })
          expect(seen).toEqual(expected(search, ever).filter((id) => seen.includes(id)))
          const throughout = documents.filter(({ id }) => !gone.has(id))
          expect(seen.filter((id) => throughout.some((document) => document.id === id))).toEqual(
            expected(search, throughout),
          )
        }),
    ),
    { numRuns: 60 },
  )
})
