import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildPdf, onePage, textPdf } from 'pdf/testing/node'
import { getFileCall, logoutCall } from 'shared/contract'
import { firstPageCall } from 'shared/contract/first-page'
import { pagePictureCall } from 'shared/contract/page-picture'
import { archiveFilesCall } from 'shared/contract/tags'
import { scaled } from 'shared/testing/limits'
import { createApiClient } from '../../../test/support/api-clients.ts'
import { untilTrue } from '../../../test/support/eventually.ts'
import { startInvited } from '../../../test/support/invited.ts'
import {
  becomeGuest,
  invitationToken,
  placeField,
  registerPerson,
  uploadDocument,
} from '../../../test/support/people.ts'
import { deleteDocumentOf, erase, RETENTION, sweepAll } from '../../../test/support/personal-data.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { watchedThreads } from '../../../test/support/test-threads.ts'
import { ThreadFailure } from '../../platform/threads/thread-task.ts'
import { drawFirstPageTask, drawOwnPageTask } from '../first-pages/draw-task.ts'

afterEach(closeTestServers)

interface Wanted {
  readonly id: number
  readonly page?: number | string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

const askFor = ({ app }: TestServer, bearer: string | undefined, { id, page = 1, query = {}, headers }: Wanted) =>
  app.inject({
    url: pathOf(pagePictureCall, { id, page }),
    query: { ...query },
    headers: { ...headers, ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }) },
  })

const open = async (options: Parameters<typeof openTestServer>[0] = {}) => {
  const server = await openTestServer(options)
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const ask = (wanted: Partial<Wanted> = {}) => askFor(server, bearer, { id: document.id, ...wanted })
  return { server, bearer, document, ask }
}

const countOwn = () => {
  let drawn = 0
  const threads = watchedThreads((name) => {
    if (name === drawOwnPageTask.name) drawn += 1
  })
  return { threads, drawn: () => drawn }
}

test('the owner sees each page at each width, drawn once', async () => {
  const { threads, drawn } = countOwn()
  const { ask, server } = await open({ threads })
  const seen = new Set<string>()
  for (const page of [1, 3])
    for (const width of ['160', '320', '480']) {
      const { statusCode, headers, rawPayload } = await ask({ page, query: { width } })
      expect([statusCode, headers['content-type'], headers.vary]).toEqual([
        200,
        'image/webp',
        expect.stringContaining('Authorization'),
      ])
      expect(rawPayload.toString('latin1', 0, 4) + rawPayload.toString('latin1', 8, 12)).toBe('RIFFWEBP')
      seen.add(String(headers.etag))
      expect((await ask({ page, query: { width } })).rawPayload).toEqual(rawPayload)
    }
  expect([seen.size, drawn()]).toEqual([6, 6])
  expect(await readdir(join(server.dataDir, 'first-pages'))).toHaveLength(6)
})

test('a browser keeps the picture of a revision for ever, and asks again for one without a number', async () => {
  const { ask, document } = await open()
  const pinned = await ask({ query: { revision: String(document.revision) } })
  expect(pinned.headers['cache-control']).toBe('private, max-age=31536000, immutable')
  const loose = await ask()
  expect(loose.headers['cache-control']).toBe('private, no-cache')
  expect(loose.headers.etag).toBe(pinned.headers.etag)
  const known = await ask({ headers: { 'if-none-match': String(loose.headers.etag) } })
  expect([known.statusCode, known.body]).toEqual([304, ''])
})

test('after a signature there is another picture, and the earlier revision has none', async () => {
  const { server, document, owner, open: openGuest, sign, luis } = await startInvited()
  const ask = async (query?: Record<string, string>) =>
    askFor(server, await owner(), { id: document.id, ...(query ? { query } : {}) })
  const before = await ask({ revision: String(document.revision) })
  await sign(await openGuest('luis@example.com'), luis)
  const now = await succeed(server, getFileCall, { bearer: await owner(), params: { id: document.id } })
  const outdated = await ask({ revision: String(document.revision) })
  expect([outdated.statusCode, outdated.headers['cache-control'], outdated.body]).toEqual([204, 'no-store', ''])
  const after = await ask({ revision: String(now.revision) })
  expect(after.statusCode).toBe(200)
  expect(after.headers.etag).not.toBe(before.headers.etag)
  expect(after.rawPayload).not.toEqual(before.rawPayload)
  expect((await ask({ revision: String(now.revision + 1) })).statusCode).toBe(204)
})

test.each<[page: string, status: number]>([
  ['0', 400],
  ['-1', 400],
  ['1.5', 400],
  ['01', 400],
  ['uno', 400],
  ['99999999999999999999999', 400],
  ['4', 404],
  ['10000', 404],
])('page %s of a document of three pages answers %i and draws nothing', async (page, status) => {
  const { threads, drawn } = countOwn()
  const { ask } = await open({ threads })
  const { statusCode, headers } = await ask({ page })
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([status, 'no-store', undefined])
  expect(drawn()).toBe(0)
})

test.each(['1', '0', '159', '9999', '-160', '160; drop', ''])('the width %p is refused', async (width) => {
  const { ask } = await open()
  expect((await ask({ query: { width } })).statusCode).toBe(400)
})

test('neither another account, a guest, an ended session nor a program without the scope sees a picture', async () => {
  const { server, bearer, document, ask } = await open()
  const id = document.id
  const guest = await becomeGuest(server, bearer, await placeField(server, bearer, id))
  // A kept picture is no less guarded.
  expect((await ask()).statusCode).toBe(200)
  const { access_token: pedro } = await registerPerson(server, 'pedro')
  const reading = await createApiClient(server, bearer, { scopes: ['documents:read'] })
  const writing = await createApiClient(server, bearer, { scopes: ['documents:write', 'templates:use'] })
  const foreign = await createApiClient(server, pedro, { scopes: ['documents:read'] })
  const etag = String((await ask()).headers.etag)
  const statuses = async (token: string | undefined) => {
    const known = await askFor(server, token, { id, headers: { 'if-none-match': etag } })
    return [(await askFor(server, token, { id })).statusCode, known.statusCode]
  }
  expect(await statuses(reading.token)).toEqual([200, 304])
  expect(await statuses(pedro)).toEqual([404, 404])
  expect(await statuses(foreign.token)).toEqual([404, 404])
  expect(await statuses(writing.token)).toEqual([403, 403])
  expect(await statuses(guest)).toEqual([403, 403])
  expect(await statuses(undefined)).toEqual([401, 401])
  await succeed(server, logoutCall, { bearer })
  expect(await statuses(bearer)).toEqual([401, 401])
})

test('an archived document has its picture, a deleted one has none, and an erased one leaves none behind', async () => {
  const invited = await startInvited()
  const { server, document, owner } = invited
  const ask = async () => (await askFor(server, await owner(), { id: document.id })).statusCode
  const body = { documents: [document.id], archived: true }
  await succeed(server, archiveFilesCall, { bearer: await owner(), body })
  expect(await ask()).toBe(200)
  await deleteDocumentOf(invited)
  expect(await ask()).toBe(404)
  server.clock.advance(RETENTION)
  await erase(server)
  await sweepAll(server)
  await server.pictures.tick()
  expect(await readdir(join(server.dataDir, 'first-pages'))).toEqual([])
})

test('a page that cannot be drawn has no picture, and is tried once for each width', async () => {
  let tried = 0
  const threads = watchedThreads((name) => {
    if (name !== drawOwnPageTask.name) return
    tried += 1
    throw new ThreadFailure('time')
  })
  const { ask, server } = await open({ threads })
  for (const _ of [1, 2]) {
    const { statusCode, body } = await ask()
    expect([statusCode, body]).toEqual([204, ''])
  }
  expect(tried).toBe(1)
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
})

test('a page with too many pixels has no picture', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const { id } = await uploadDocument(server, bearer, textPdf(onePage('', '/MediaBox [0 0 10 14000]')))
  expect((await askFor(server, bearer, { id, query: { width: '480' } })).statusCode).toBe(204)
})

test('the temporary lack of a picture is not kept by the browser', async () => {
  const threads = watchedThreads((name) => {
    if (name === drawOwnPageTask.name) throw new Error('the storage is away')
  })
  const { ask, document } = await open({ threads })
  const { statusCode, headers } = await ask({ query: { revision: String(document.revision) } })
  expect([statusCode, headers['cache-control'], headers.etag]).toEqual([500, 'no-store', undefined])
})

const askedAtOnce = 60

test(
  'a flood of one account neither delays a guest’s first page nor another account, and its surplus is refused',
  async () => {
    const opened = Promise.withResolvers<void>()
    const started: string[] = []
    const threads = watchedThreads(async (name) => {
      if (!name.startsWith('draw-')) return
      started.push(name)
      if (name === drawOwnPageTask.name) await opened.promise
    })
    const { server, document, owner } = await startInvited({ threads })
    const token = await invitationToken(server, 'ana@example.com')
    const bearer = await owner()
    const pages = Array.from({ length: askedAtOnce }, () => ({}))
    const long = await uploadDocument(server, bearer, buildPdf({ xref: 'table', pages }))
    const flood = pages.map((_, index) => askFor(server, bearer, { id: long.id, page: index + 1 }))
    const surplus = await Promise.race(flood)
    expect([surplus.statusCode, surplus.headers['retry-after']]).toEqual([503, expect.anything()])
    await untilTrue('a drawing of the flood', () => started.length === 1)

    const guests = await server.app.inject({
      url: pathOf(firstPageCall, { id: document.id }),
      headers: { authorization: `Invitation ${token}` },
    })
    expect(guests.json()).toMatchObject({ page: { pages: 3 } })
    const { access_token: pedro } = await registerPerson(server, 'pedro')
    const { id } = await uploadDocument(server, pedro)
    const others = askFor(server, pedro, { id })
    await untilTrue('the drawing of the other account', () => started.length === 3)
    expect(started).toEqual([drawOwnPageTask.name, drawFirstPageTask.name, drawOwnPageTask.name])
    opened.resolve()
    expect((await others).statusCode).toBe(200)
    const statuses = (await Promise.all(flood)).map(({ statusCode }) => statusCode)
    // One is drawn while thirty wait.
    expect([statuses.filter((status) => status === 200), statuses.filter((status) => status === 503)]).toEqual([
      Array.from({ length: 31 }, () => 200),
      Array.from({ length: askedAtOnce - 31 }, () => 503),
    ])
  },
  scaled(60_000),
)

test('what a browser no longer waits for is not drawn', async () => {
  const opened = Promise.withResolvers<void>()
  const [arrived, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let drawn = 0
  const threads = watchedThreads(async (name) => {
    if (name !== drawOwnPageTask.name) return
    drawn += 1
    await opened.promise
  })
  const onOpen: NonNullable<Parameters<typeof openTestServer>[0]>['onOpen'] = (app) =>
    void app.addHook('onRequest', async ({ url }, { raw }) => {
      if (!url.endsWith('/2/picture')) return
      arrived.resolve()
      raw.once('close', () => left.resolve())
    })
  const { server, bearer, document, ask } = await open({ threads, onOpen })
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  const first = ask()
  await untilTrue('a drawing', () => drawn === 1)
  const gone = new AbortController()
  const second = fetch(address + pathOf(pagePictureCall, { id: document.id, page: 2 }), {
    headers: { authorization: `Bearer ${bearer}` },
    signal: gone.signal,
  })
  await arrived.promise
  gone.abort()
  await expect(second).rejects.toThrow()
  await left.promise
  const third = ask({ page: 3 })
  opened.resolve()
  expect([(await first).statusCode, (await third).statusCode]).toEqual([200, 200])
  expect(drawn).toBe(2)
})
