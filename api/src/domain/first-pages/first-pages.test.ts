import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { onePage, streamOf, textPdf } from 'pdf/testing/node'
import {
  cancelDocumentCall,
  downloadFileCall,
  revokeInvitationCall,
  shareFileCall,
  unshareFileCall,
} from 'shared/contract'
import { type FirstPage, firstPageCall } from 'shared/contract/first-page'
import { aboutAna, type Invited, startInvited } from '../../../test/support/invited.ts'
import { invitationToken, registerPerson, uploadDocument } from '../../../test/support/people.ts'
import { deleteDocumentOf, erase, RETENTION, sweepAll } from '../../../test/support/personal-data.ts'
import {
  closeTestServers,
  openTestServer,
  pathOf,
  refuse,
  succeed,
  type TestServer,
} from '../../../test/support/test-server.ts'
import { watchedThreads } from '../../../test/support/test-threads.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { OverloadError } from '../../platform/overload/overload-error.ts'
import { ThreadFailure } from '../../platform/threads/thread-task.ts'
import { drawFirstPageTask } from './draw-task.ts'

afterEach(closeTestServers)

const askWith = (server: TestServer, id: number, token: string, device = 'phone') =>
  server.app.inject({
    method: 'GET',
    url: `${pathOf(firstPageCall, { id })}?device=${device}`,
    headers: { authorization: `Invitation ${token}` },
  })

const pageWith = async (server: TestServer, id: number, token: string, device?: string) => {
  const reply = await askWith(server, id, token, device)
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'no-store'])
  return reply.json<{ page: FirstPage | null }>().page
}

/** Width and height in the head of a lossless WebP. */
const sizeOfWebp = (picture: string) => {
  const bytes = Buffer.from(picture, 'base64')
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WEBPVP8L'])
  const bits = bytes.readUInt32LE(21)
  return [(bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1]
}

const countDrawings = () => {
  let drawn = 0
  const threads = watchedThreads((name) => {
    if (name === drawFirstPageTask.name) drawn += 1
  })
  return { threads, drawn: () => drawn }
}

const start = async (options: Parameters<typeof startInvited>[0] = {}) => {
  const invited = await startInvited(options)
  return { ...invited, invited, token: await invitationToken(invited.server, 'ana@example.com') }
}

test('the holder of a mailed link sees the first page of the newest revision, for each device', async () => {
  const { server, document, token, open, sign, luis } = await start()
  const phone = await pageWith(server, document.id, token)
  expect(phone).toMatchObject({ sha256: document.sha256, width: 595, height: 842, pages: 3 })
  expect(sizeOfWebp(phone?.picture ?? '')).toEqual([800, 1133])
  const desktop = await pageWith(server, document.id, token, 'desktop')
  expect(sizeOfWebp(desktop?.picture ?? '')[0]).toBe(1100)
  await sign(await open('luis@example.com'), luis)
  const signed = await pageWith(server, document.id, token)
  const downloaded = await server.app.inject({
    method: 'GET',
    url: pathOf(downloadFileCall, { id: document.id }),
    headers: { authorization: `Invitation ${token}` },
  })
  expect(`"${signed?.sha256}"`).toBe(downloaded.headers.etag)
  expect(signed?.sha256).not.toBe(document.sha256)
  expect(signed?.picture).not.toBe(phone?.picture)
})

test.each<[string, (invited: Invited) => Promise<unknown>]>([
  ['revoked', async (invited) => succeed(invited.server, revokeInvitationCall, await aboutAna(invited))],
  [
    'expired',
    async ({ server }) => {
      server.clock.advance(400 * DAY_MS)
    },
  ],
  [
    'of a cancelled document',
    async ({ server, owner, document }) =>
      succeed(server, cancelDocumentCall, {
        bearer: await owner(),
        params: { id: document.id },
        body: { reason: 'Ya no hace falta' },
      }),
  ],
  ['of a deleted document', deleteDocumentOf],
])('a link that is %s shows no picture, also if one is kept', async (_, end) => {
  const { server, document, invited, token } = await start()
  expect(await pageWith(server, document.id, token)).not.toBeNull()
  await end(invited)
  expect((await askWith(server, document.id, token)).json()).toMatchObject({ code: 'SESSION_EXPIRED' })
})

test('neither a link to another document nor an invented token shows a picture', async () => {
  const { server, document, token, owner } = await start()
  const other = await uploadDocument(server, await owner())
  expect((await askWith(server, other.id, token)).statusCode).toBe(404)
  for (const invented of ['a'.repeat(43), `${token.slice(0, -1)}_`])
    expect((await askWith(server, document.id, invented)).json()).toMatchObject({ code: 'SESSION_EXPIRED' })
  expect(await refuse(server, firstPageCall, { params: { id: document.id } })).toMatchObject({ code: 'NOT_FOUND' })
})

test('a shared document has a picture for everybody, until the sharing ends', async () => {
  const { server, document, owner } = await start()
  const call = { params: { id: document.id } }
  await succeed(server, shareFileCall, { ...call, bearer: await owner() })
  expect((await succeed(server, firstPageCall, call)).page?.sha256).toBe(document.sha256)
  await succeed(server, unshareFileCall, { ...call, bearer: await owner() })
  expect(await refuse(server, firstPageCall, call)).toMatchObject({ code: 'NOT_FOUND' })
})

test('the answer says that the holder of a mailed link may sign, until the signature', async () => {
  const { server, document, token, open, sign, ana } = await start()
  expect(await pageWith(server, document.id, token)).toMatchObject({ signs: true })
  await sign(await open('ana@example.com'), ana)
  expect(await pageWith(server, document.id, token)).toMatchObject({ signs: false })
})

test('the answer does not offer to sign before the turn', async () => {
  const { server, document, token } = await start()
  const waiting = server.services.db.updateTable('invitations').set({ turn_at: null })
  await waiting.where('document_id', '=', document.id).execute()
  expect(await pageWith(server, document.id, token)).toMatchObject({ signs: false })
})

test('a shared document offers to sign by a link for signing, and neither by one for reading nor to its owner', async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const params = { id: (await uploadDocument(server, bearer)).id }
  const signs = async (as: object = {}) => (await succeed(server, firstPageCall, { ...as, params })).page?.signs
  await succeed(server, shareFileCall, { bearer, params, body: { mode: 'sign' } })
  expect([await signs(), await signs({ bearer })]).toEqual([true, false])
  await succeed(server, shareFileCall, { bearer, params, body: { mode: 'read' } })
  expect(await signs()).toBe(false)
})

test('a page is drawn once for each device, also for two visitors at the same instant', async () => {
  const { threads, drawn } = countDrawings()
  const { server, document, token } = await start({ threads })
  const ask = () => pageWith(server, document.id, token)
  const [first, second] = await Promise.all([ask(), ask()])
  expect(second).toEqual(first)
  expect(await ask()).toEqual(first)
  expect(drawn()).toBe(1)
})

const uploadPage = async (page: string, content?: string, options: Parameters<typeof openTestServer>[0] = {}) => {
  const server = await openTestServer(options)
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const objects = onePage('', `${page}${content === undefined ? '' : ' /Contents 4 0 R'}`)
  const { id } = await uploadDocument(server, bearer, textPdf([...objects, ...(content ? [streamOf(content)] : [])]))
  const find = async () => (await succeed(server, firstPageCall, { bearer, params: { id } })).page
  return { server, find }
}

test('the answer says how long its picture took, and whether it was kept', async () => {
  const { server, document, token } = await start()
  const timing = async () => (await askWith(server, document.id, token)).headers['server-timing']
  expect(await timing()).toMatch(/^picture;dur=\d+\.\d;desc=drawn$/)
  expect(await timing()).toMatch(/^picture;dur=\d+\.\d;desc=kept$/)
})

test('a page with too many pixels has no picture, and is tried once', async () => {
  const { threads, drawn } = countDrawings()
  const { find } = await uploadPage('/MediaBox [0 0 100 14000]', undefined, { threads })
  expect([await find(), await find()]).toEqual([null, null])
  expect(drawn()).toBe(1)
})

test('a page that keeps the renderer busy has no picture, and the API answers', async () => {
  const { server, find } = await uploadPage('', undefined, {
    threads: watchedThreads((name) => {
      if (name === drawFirstPageTask.name) throw new ThreadFailure('time')
    }),
  })
  expect(await find()).toBeNull()
  expect((await server.app.inject('/healthz')).statusCode).toBe(200)
})

test('when too much waits, the answer says so, and the next one has the picture', async () => {
  let isBusy = true
  const { find, server } = await uploadPage('', undefined, {
    threads: watchedThreads((name) => {
      if (name === drawFirstPageTask.name && isBusy) throw new OverloadError('queue')
    }),
  })
  await expect(find()).rejects.toThrow()
  isBusy = false
  expect(await find()).toMatchObject({ width: 595, height: 842 })
  expect(await readdir(join(server.dataDir, 'first-pages'))).toHaveLength(1)
})

test('a rotated page has its size as displayed', async () => {
  const { find } = await uploadPage('/Rotate 90', '1 0 0 rg 0 0 100 100 re f')
  expect(await find()).toMatchObject({ width: 842, height: 595, pages: 1 })
})

test('the pictures of an erased document go with it', async () => {
  const { server, document, token, invited } = await start()
  await pageWith(server, document.id, token)
  const kept = () => readdir(join(server.dataDir, 'first-pages'))
  await server.pictures.tick()
  expect(await kept()).toHaveLength(1)
  await deleteDocumentOf(invited)
  server.clock.advance(RETENTION)
  await erase(server)
  await sweepAll(server)
  await server.pictures.tick()
  expect(await kept()).toEqual([])
})
