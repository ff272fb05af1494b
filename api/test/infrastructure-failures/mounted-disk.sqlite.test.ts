import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { digitalSignCall, getFileCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { MINUTE_MS } from '../../src/platform/clock.ts'
import { startChild } from '../support/child-server.ts'
import { startInvited } from '../support/invited.ts'
import {
  becomeGuest,
  drawing,
  inviteSigner,
  PASSWORD,
  placeField,
  registerPerson,
  uploadDocument,
} from '../support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed, type TestServer } from '../support/test-server.ts'
import { leftovers, readiness, reading, tryUpload } from './support.ts'

const SIZE = '12m'
const folder = mkdtempSync(join(tmpdir(), 'trazo-disk-'))
const mount = (...args: readonly string[]): boolean => spawnSync('mount', [...args, folder]).status === 0
const mounted = process.getuid?.() === 0 && mount('-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs')

/** Mounting needs root. */
const testOnDisk = (title: string, run: () => Promise<void>): void => {
  if (mounted) test(title, run)
  else test.skip(`${title} (skipped: a separate disk needs root)`, run)
}

afterEach(closeTestServers)
afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true })
})

const BALLAST = join(folder, 'ballast')

const fill = (): void => {
  const file = openSync(BALLAST, 'a')
  for (const size of [64 * 1024, 4096, 1])
    try {
      for (;;) writeSync(file, Buffer.alloc(size, 1))
    } catch {}
  closeSync(file)
}

const startAnother = async (server: TestServer, owner: string) => {
  const { id } = await uploadDocument(server, owner)
  const field = await placeField(server, owner, id, { signer_name: 'Rosa Mora', signer_email: 'rosa@example.com' })
  const bearer = await becomeGuest(server, owner, field)
  return { bearer, params: { fieldId: field.id }, body: { field_id: field.id, signature_data: drawing() } }
}

const credentials = { body: { username: 'olga', password: PASSWORD } }

testOnDisk('a full disk: the API refuses writes with a clear message and recovers when there is space', async () => {
  const DATA_DIR = join(folder, 'full')
  mkdirSync(DATA_DIR)
  const invited = await startInvited({ variables: { DATA_DIR } })
  const { server, ana, luis, olga, document } = invited
  const bearer = olga.access_token
  await invited.sign(await invited.open('ana@example.com'), ana)
  const guest = await invited.open('luis@example.com')
  // The seal waits for disk space.
  const sealing = jest.spyOn(server.services.signer, 'seal').mockRejectedValueOnce(new Error('made to fail'))
  await invited.sign(guest, luis)
  sealing.mockRestore()
  const other = await startAnother(server, bearer)
  await inviteSigner(server, bearer, await placeField(server, bearer, (await uploadDocument(server, bearer)).id))
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(server.services.db)
  fill()

  expect(await tryUpload(server, bearer)).toMatchObject({ status: 507, body: { error_code: 'STORAGE_FULL' } })
  const full = { status: 507, code: 'STORAGE_FULL', message: expect.stringMatching(/sin espacio/) }
  expect(await refuse(server, loginCall, credentials)).toMatchObject(full)
  expect(await refuse(server, digitalSignCall, other)).toMatchObject(full)
  expect(await leftovers({ dataDir: DATA_DIR })).toEqual([])
  expect(await reading(server, bearer, document.id)).toMatchObject({ download: 200 })
  await expect(server.relay.tick()).rejects.toThrow(/full/)
  server.clock.advance(MINUTE_MS)
  await expect(server.sealing.tick()).rejects.toThrow(/full/)
  expect(await readiness(server)).toMatchObject({
    status: 503,
    checks: { disk: 'failed', database: 'failed' },
    problems: [expect.stringMatching(/no tiene espacio/), expect.stringMatching(/está lleno/)],
  })

  rmSync(BALLAST)
  expect(await readiness(server)).toMatchObject({ status: 200 })
  expect((await tryUpload(server, bearer)).status).toBe(201)
  await succeed(server, loginCall, credentials)
  expect(await succeed(server, digitalSignCall, other)).toMatchObject({ verified: true })
  const mails = await invited.mailsOf(() => server.sealing.tick())
  const completed = mails.filter((mail) => mail.startsWith('document-completed'))
  expect(completed.map((mail) => mail.split(' ')[1]).sort()).toEqual([
    ...['ana@example.com', 'luis@example.com', 'olga@example.com', 'olga@example.com', 'rosa@example.com'],
  ])
  const ids = server.delivered.map(({ mail }) => mail.id)
  expect(new Set(ids).size).toBe(ids.length)
  const file = await succeed(server, getFileCall, { bearer: await invited.owner(), params: { id: document.id } })
  expect(file).toMatchObject({ status: 'COMPLETED', sealing: null })
})

testOnDisk('a read-only disk: reading works, and writing is refused clearly until the disk is writable', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'trazo-readonly-'))
  for (const name of ['files', 'tmp']) {
    mkdirSync(join(folder, name))
    symlinkSync(join(folder, name), join(DATA_DIR, name))
  }
  const server = await openTestServer({ variables: { DATA_DIR } })
  const { access_token: bearer } = await registerPerson(server, 'olga')
  const document = await uploadDocument(server, bearer)
  const other = await startAnother(server, bearer)
  expect(mount('-o', 'remount,ro')).toBe(true)

  expect(await tryUpload(server, bearer)).toMatchObject({ status: 503, body: { error_code: 'STORAGE_READ_ONLY' } })
  const unavailable = { status: 503, code: 'STORAGE_READ_ONLY', message: expect.stringMatching(/solo permite leer/) }
  expect(await refuse(server, digitalSignCall, other)).toMatchObject(unavailable)
  expect(await reading(server, bearer, document.id)).toMatchObject({ download: 200 })
  expect(await readiness(server)).toMatchObject({
    status: 503,
    checks: { disk: 'failed', database: 'ok' },
    problems: [expect.stringMatching(/solo lectura: se puede leer/)],
  })

  expect(mount('-o', 'remount,rw')).toBe(true)
  expect(await readiness(server)).toMatchObject({ status: 200 })
  expect((await tryUpload(server, bearer)).status).toBe(201)
  expect(await succeed(server, digitalSignCall, other)).toMatchObject({ verified: true })
  expect(await leftovers({ dataDir: DATA_DIR })).toEqual([])
  rmSync(DATA_DIR, { recursive: true })
})

testOnDisk('a disk that is full at the start: the server does not start and shows what to do', async () => {
  fill()
  await expect(startChild(join(folder, 'new'))).rejects.toThrow(
    /^No queda espacio en .*new \(DATA_DIR\)\. Libera espacio e inicia de nuevo/,
  )
  rmSync(BALLAST)
  const server = await startChild(join(folder, 'new'))
  expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
  await server.stop()
})
