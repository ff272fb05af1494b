import { join } from 'node:path'
import { openPdf } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { readSignatures } from 'pdf/sign'
import { pino } from 'pino'
import { digitalSignCall } from 'shared/contract'
import { untilTrue } from '../../../test/support/eventually.ts'
import { drawing, placeField, registerPerson, stated, uploadDocument } from '../../../test/support/people.ts'
import { closeTestServers, openTestServer, succeed, type TestServer } from '../../../test/support/test-server.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { ensurePlatformPki } from '../pki/platform-pki.ts'
import { createStoredRegister } from '../pki/stored-register.ts'
import { createPdfSigner, type PdfSigner } from '../signing/pdf-signer.ts'
import { sealsEndingBefore } from './renew-seal.ts'
import { createRenewalWorker } from './renewal-worker.ts'

afterEach(closeTestServers)

const MARGIN = 180 * DAY_MS

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const field = await placeField(server, bearer, document.id, { field_type: 'PRIMARY' })
  const body = { field_id: field.id, signature_data: drawing(), ...stated(document) }
  await succeed(server, digitalSignCall, { bearer, params: { fieldId: field.id }, body })
  // The answer waits for the seal, but not for long.
  await untilTrue('the document is sealed', async () => (await sealsOf(server)).length === 1)
  return { server, bearer, document }
}

const sealsOf = (server: TestServer) => server.services.db.selectFrom('seals').selectAll().orderBy('revision').execute()

/** The signer after a restart, with new authorities. */
const laterSigner = async ({ dataDir, clock, services }: TestServer): Promise<PdfSigner> => {
  const register = createStoredRegister(services.db)
  return createPdfSigner(await ensurePlatformPki(join(dataDir, 'keys'), { now: () => new Date(clock.now()), register }))
}

const workerOf = (server: TestServer, signer: PdfSigner = server.services.signer) =>
  createRenewalWorker({ ...server.services, signer, margin: MARGIN, log: pino({ level: 'silent' }) })

const goToTheMargin = async (server: TestServer): Promise<void> => {
  const [seal] = await sealsOf(server)
  server.clock.advance((seal?.timestamp_valid_to ?? 0) - MARGIN - server.clock.now())
}

test('the worker adds one new time stamp to a sealed document, and only after the renewal margin begins', async () => {
  const { server, document } = await start()
  const sealed = await newest(server, document.id)
  const before = await server.services.blobs.read(sealed.sha256)
  expect(await workerOf(server).tick()).toBe(0)
  await goToTheMargin(server)
  const worker = workerOf(server, await laterSigner(server))
  expect(await worker.tick()).toBe(1)
  expect(await worker.tick()).toBe(0)

  const [first, second, ...others] = await sealsOf(server)
  expect(others).toEqual([])
  expect(second?.level).toBe('B-LTA')
  expect(second?.timestamp_valid_to).toBeGreaterThan((first?.timestamp_valid_to ?? 0) + 8 * 365 * DAY_MS)
  const revision = await newest(server, document.id)
  expect(revision).toMatchObject({ number: second?.revision, kind: 'sealed' })
  expect(revision.number).toBe(sealed.number + 1)
  const { revision: current } = await server.services.db
    .selectFrom('documents')
    .select('revision')
    .where('id', '=', document.id)
    .executeTakeFirstOrThrow()
  expect(current).toBe(revision.number)
  const bytes = await server.services.blobs.read(revision.sha256)
  expect(Buffer.from(bytes.subarray(0, before.length)).equals(Buffer.from(before))).toBe(true)
  const names = readSignatures(openPdf(bytes, { inflate: inflateWithNode })).map(({ name }) => name)
  expect(names.slice(-2)).toEqual(['trazo-seal-1', 'trazo-seal-2'])
  const last = await server.services.db
    .selectFrom('audit_events')
    .selectAll()
    .where('document_id', '=', document.id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(last).toMatchObject({ kind: 'document-renewed', happened_at: server.clock.now() })
  expect(second?.log_head).toBe(last.previous_hash)
})

const newest = (server: TestServer, documentId: number) =>
  server.services.db
    .selectFrom('revisions')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('only the newest seal of a document counts, and deleted documents are not renewed', async () => {
  const { server, document } = await start()
  const { db } = server.services
  const [first] = await sealsOf(server)
  const ends = first?.timestamp_valid_to ?? 0
  expect(await sealsEndingBefore(db, ends - 1, 10)).toEqual([])
  expect(await sealsEndingBefore(db, ends, 10)).toEqual([document.id])
  await goToTheMargin(server)
  expect(await workerOf(server, await laterSigner(server)).tick()).toBe(1)
  expect(await sealsEndingBefore(db, ends, 10)).toEqual([])
  const [, second] = await sealsOf(server)
  const later = second?.timestamp_valid_to ?? 0
  expect(await sealsEndingBefore(db, later, 10)).toEqual([document.id])
  await db.updateTable('documents').set({ deleted_at: 1 }).where('id', '=', document.id).execute()
  expect(await sealsEndingBefore(db, later, 10)).toEqual([])
})

test('two workers at the same moment renew a document once, and neither fails', async () => {
  const { server } = await start()
  await goToTheMargin(server)
  const signer = await laterSigner(server)
  const renewed = await Promise.all([workerOf(server, signer).tick(), workerOf(server, signer).tick()])
  expect(renewed.sort()).toEqual([0, 1])
  expect(await sealsOf(server)).toHaveLength(2)
  expect(server.adminEvents.filter(({ event }) => event.startsWith('seals-'))).toEqual([
    { event: 'seals-renewed', renewed: 1 },
  ])
})

test('two workers at the same moment ask once for a time stamp, also if it is of no use', async () => {
  const { server } = await start()
  await goToTheMargin(server)
  const { signer } = server.services
  const seal = jest.fn(signer.seal)
  await Promise.all([workerOf(server, { ...signer, seal }).tick(), workerOf(server, { ...signer, seal }).tick()])
  expect(seal).toHaveBeenCalledTimes(1)
  expect(server.adminEvents.filter(({ event }) => event === 'seals-not-renewed')).toHaveLength(1)
})

test('the worker does not store a time stamp that would expire no later than the current time stamp', async () => {
  const { server } = await start()
  await goToTheMargin(server)
  expect(await workerOf(server).tick()).toBe(0)
  expect(await sealsOf(server)).toHaveLength(1)
})

test('the worker retries a failed renewal at its next tick', async () => {
  const { server } = await start()
  await goToTheMargin(server)
  const signer = await laterSigner(server)
  const seal = jest.fn(signer.seal).mockRejectedValueOnce(new Error('no answer'))
  const worker = workerOf(server, { ...signer, seal })
  expect(await worker.tick()).toBe(0)
  expect(await worker.tick()).toBe(1)
})
