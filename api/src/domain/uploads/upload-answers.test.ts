import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { listFilesCall, uploadFileCall } from 'shared/contract'
import { multipart, registerPerson, threePages, upload } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { type AppOptions, buildApp } from '../../app/app.ts'
import type { ApiServices } from '../../platform/services.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import type { InspectPdf } from '../screening/inspection.ts'

const apps: FastifyInstance[] = []
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
  await closeTestServers()
})

const withServices = async (
  server: TestServer,
  replaced: Partial<ApiServices>,
  options: Partial<AppOptions> = {},
): Promise<TestServer> => {
  const log = pino({ level: 'silent' })
  const given = { log, dataDir: server.dataDir, showOutbox: true, rateLimitFactor: 1000, ...options }
  const app = await buildApp({ ...server.services, ...replaced }, given)
  apps.push(app)
  return { ...server, app }
}

const PARTS = [
  ['file_type_id', '1'],
  ['file', { bytes: threePages(), filename: 'Contrato.pdf' }],
] as const

const held = (server: TestServer) => {
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const inspectPdf: InspectPdf = async (...given) => {
    const inspection = await server.services.inspectPdf(...given)
    begun.resolve()
    await release.promise
    return inspection
  }
  const blobs: BlobStore = {
    ...server.services.blobs,
    receive: async (...given) => {
      const received = await server.services.blobs.receive(...given)
      if (received.kind === 'too-large') return received
      const { blob } = received
      return { kind: 'complete', blob: { ...blob, discard: () => blob.discard().finally(over.resolve) } }
    },
  }
  return { begun: begun.promise, release: release.resolve, over: over.promise, replaced: { inspectPdf, blobs } }
}

const expectNothing = async (server: TestServer, bearer: string): Promise<void> => {
  expect(await succeed(server, listFilesCall, { bearer })).toEqual([])
  expect(await server.stored()).toEqual([])
  expect(await readdir(join(server.dataDir, 'tmp')).catch(() => [])).toEqual([])
  expect(await server.services.db.selectFrom('documents').selectAll().execute()).toEqual([])
}

test('the API answers 503 when the inspection takes too long, and does not store the upload later', async () => {
  const calm = await openTestServer()
  const { access_token: bearer } = await registerPerson(calm, 'olga')
  const { replaced, release, over } = held(calm)
  const server = await withServices(calm, replaced, { uploadTimeout: 200 })
  const { status, body } = await upload(server, bearer, PARTS)
  expect([status, body]).toEqual([503, expect.objectContaining({ error_code: 'UNAVAILABLE', can_clean: false })])
  release()
  await over
  await server.services.inspectPdf(calm.dataDir, { account: 'user:1' }).catch(() => undefined)
  await expectNothing(server, bearer)
  expect((await upload(calm, bearer, PARTS)).status).toBe(201)
})

test('the API does not store an upload when the client disconnects during the inspection', async () => {
  const calm = await openTestServer()
  const { access_token: bearer } = await registerPerson(calm, 'olga')
  const { replaced, begun, release, over } = held(calm)
  const server = await withServices(calm, replaced)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = server.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens to a port')
  const connected = once(server.app.server, 'connection')
  const { payload, headers } = await multipart(PARTS)
  const call = request({
    port: address.port,
    method: 'POST',
    path: uploadFileCall.path,
    headers: { ...headers, authorization: `Bearer ${bearer}` },
  })
  call.on('error', () => undefined)
  call.end(payload)
  const [socket] = await connected
  await begun
  const gone = once(socket, 'close')
  call.destroy()
  await gone
  release()
  await over
  await expectNothing(calm, bearer)
})

test('the API answers 201 for a stored upload when publishing its event fails', async () => {
  const calm = await openTestServer()
  const { access_token: bearer } = await registerPerson(calm, 'olga')
  const publish = () => {
    throw new Error('nobody listens')
  }
  const server = await withServices(calm, { documentEvents: { ...calm.services.documentEvents, publish } })
  const { status, body } = await upload(server, bearer, PARTS)
  expect(status).toBe(201)
  expect(await succeed(server, listFilesCall, { bearer })).toEqual([body])
})

test('the API answers 500 and stores no document when the upload fails just before the commit', async () => {
  const server = await openTestServer({
    fault: (point) => {
      if (/^before begin > insert documents > .* > commit$/.test(point)) throw new Error('broken')
    },
  })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  expect((await upload(server, bearer, PARTS)).status).toBe(500)
  expect(await succeed(server, listFilesCall, { bearer })).toEqual([])
})

test('an upload whose client disconnects during the commit leaves no document', async () => {
  const calm = await openTestServer()
  const { access_token: bearer } = await registerPerson(calm, 'olga')
  const received = await calm.services.blobs.receive(
    (async function* () {
      yield threePages()
    })(),
    1_000_000,
  )
  if (received.kind === 'too-large') throw new Error('the document is small')
  const { storeDocument } = await import('./store-document.ts')
  const leaving = new AbortController()
  const begin = calm.services.db.transaction.bind(calm.services.db)
  const db = new Proxy(calm.services.db, {
    get: (target, name) => {
      if (name !== 'transaction') {
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      }
      return () => ({
        execute: async (work: Parameters<ReturnType<typeof begin>['execute']>[0]) => {
          const result = await begin().execute(work)
          leaving.abort(new Error('gone'))
          return result
        },
      })
    },
  })
  const [{ id: ownerId } = { id: 0 }] = await calm.services.db.selectFrom('users').select('id').execute()
  const agreed = { clean: false, opened: false, password: '' }
  const parts = { file_type_id: 1, description: '', notes: '', ...agreed } as const
  const document = { ownerId, filename: 'a.pdf', parts, blob: received.blob, signal: leaving.signal }
  await expect(storeDocument({ ...calm.services, db }, document)).rejects.toThrow('gone')
  expect(await succeed(calm, listFilesCall, { bearer })).toEqual([])
})
