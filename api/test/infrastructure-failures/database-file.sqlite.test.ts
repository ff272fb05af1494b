import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { digitalSignCall, getFileCall, shareFileCall } from 'shared/contract'
import { loginCall, oauthTokenCall } from 'shared/contract/accounts'
import { LOCK_TIMEOUT } from '../../src/platform/database/sqlite-driver.ts'
import { startChild } from '../support/child-server.ts'
import { eventsOf, startInvited } from '../support/invited.ts'
import { drawing, PASSWORD, registerPerson, uploadDocument } from '../support/people.ts'
import { closeTestServers, openTestServer, refuse, succeed, type TestServer } from '../support/test-server.ts'
import { leftovers, readiness, reading, tryUpload } from './support.ts'

afterEach(closeTestServers)

const start = async () => {
  const server = await openTestServer()
  const { access_token: bearer } = await registerPerson(server, 'olga')
  return { server, bearer, document: await uploadDocument(server, bearer) }
}

const credentials = { body: { username: 'olga', password: PASSWORD } }

const leaveNoRoom = async ({ services: { db } }: TestServer): Promise<() => Promise<unknown>> => {
  const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db)
  const limit = (pages: number) => sql.raw(`PRAGMA max_page_count = ${pages}`).execute(db)
  await limit(rows[0]?.page_count ?? 0)
  return () => limit(1_000_000)
}

const uploadUntilRefused = async (server: TestServer, bearer: string) => {
  for (let uploads = 0; uploads < 100; uploads += 1) {
    const answer = await tryUpload(server, bearer)
    if (answer.status !== 201) return { uploads, answer }
  }
  throw new Error('no end of it')
}

describe('a database without space', () => {
  test('the API refuses an upload without leftovers, and accepts the next upload when there is space', async () => {
    const { server, bearer, document } = await start()
    const repair = await leaveNoRoom(server)
    const { uploads, answer } = await uploadUntilRefused(server, bearer)
    expect(answer).toMatchObject({ status: 507, body: { error_code: 'STORAGE_FULL' } })
    expect(await leftovers(server)).toEqual([])
    const names = Array.from({ length: uploads + 1 }, () => 'Contrato.pdf')
    expect(await reading(server, bearer, document.id)).toEqual({ names, download: 200 })
    await repair()
    expect((await tryUpload(server, bearer)).status).toBe(201)
  })

  test('a signature is rolled back completely, and the same request signs when there is space', async () => {
    const invited = await startInvited()
    const { server, ana, olga, document } = invited
    const bearer = await invited.open('ana@example.com')
    const repair = await leaveNoRoom(server)
    await uploadUntilRefused(server, olga.access_token)
    const call = { bearer, params: { fieldId: ana.id }, body: { field_id: ana.id, signature_data: drawing() } }
    expect(await refuse(server, digitalSignCall, call)).toMatchObject({ status: 507, code: 'STORAGE_FULL' })
    const file = () => succeed(server, getFileCall, { bearer: olga.access_token, params: { id: document.id } })
    expect(await file()).toMatchObject({ fields_signed: 0, revision: 1 })
    await repair()
    expect(await succeed(server, digitalSignCall, call)).toMatchObject({ verified: true })
    expect(await file()).toMatchObject({ fields_signed: 1, revision: 3 })
  })
})

describe('a read-only database', () => {
  const close = async ({ services: { db } }: TestServer) => {
    await sql`PRAGMA query_only = ON`.execute(db)
    return () => sql`PRAGMA query_only = OFF`.execute(db)
  }

  test('answers and /readyz report the read-only state until the database accepts writes again', async () => {
    const { server, bearer, document } = await start()
    const repair = await close(server)
    const unavailable = { status: 503, code: 'STORAGE_READ_ONLY', message: expect.stringMatching(/solo permite leer/) }
    const refused = await refuse(server, loginCall, credentials)
    expect(refused).toMatchObject(unavailable)
    expect(refused.headers['retry-after']).toBe('60')
    expect(await tryUpload(server, bearer)).toMatchObject({
      status: 503,
      body: { error_code: 'STORAGE_READ_ONLY', title: expect.stringMatching(/solo permite leer/) },
    })
    const grant = { grant_type: 'password', username: 'olga', password: PASSWORD }
    expect(await refuse(server, oauthTokenCall, { body: grant })).toMatchObject({
      status: 503,
      error: 'temporarily_unavailable',
    })
    expect(await reading(server, bearer, document.id)).toEqual({ names: ['Contrato.pdf'], download: 200 })
    expect(await readiness(server)).toMatchObject({
      status: 503,
      checks: { database: 'failed', disk: 'ok' },
      problems: [expect.stringMatching(/no admite cambios: se puede leer/)],
    })
    await repair()
    expect(await readiness(server)).toMatchObject({ status: 200 })
    await succeed(server, loginCall, credentials)
    expect((await tryUpload(server, bearer)).status).toBe(201)
  })

  test('a guest continues to read, and the next download after the recovery is logged', async () => {
    const invited = await startInvited()
    const { server, document } = invited
    const repair = await close(server)
    const bearer = await invited.open('ana@example.com')
    const url = `/home/api/files/${document.id}/public_download/`
    const read = async () =>
      (await server.app.inject({ url, headers: { authorization: `Bearer ${bearer}` } })).statusCode
    expect(await read()).toBe(200)
    expect(await eventsOf(invited, 'document-downloaded')).toEqual([])
    await repair()
    expect(await read()).toBe(200)
    expect(await eventsOf(invited, 'document-downloaded')).toMatchObject([{ kind: 'document-downloaded' }])
  })
})

const lock = async (path: string): Promise<() => Promise<void>> => {
  const script = `
    const database = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 5000 })
    database.exec('BEGIN IMMEDIATE')
    process.stdout.write('locked')
    process.stdin.on('end', () => process.exit()).resume()`
  const child = spawn(process.execPath, ['-e', script, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  return async () => {
    child.stdin.end()
    await ended
  }
}

describe('a database that another process locks', () => {
  test('writes wait while others read, answer 503 after the timeout and succeed after the lock ends', async () => {
    const { server, bearer, document } = await start()
    const release = await lock(join(server.dataDir, 'trazo.sqlite'))
    const before = performance.now()
    let answered = 0
    const writes = [refuse(server, loginCall, credentials), tryUpload(server, bearer)]
    for (const write of writes) void write.then(() => (answered += 1))
    for (let reader = 0; reader < 3; reader += 1)
      expect(await reading(server, bearer, document.id)).toEqual({ names: ['Contrato.pdf'], download: 200 })
    expect(answered).toBe(0)
    const [login, upload] = await Promise.all(writes)
    expect(performance.now() - before).toBeGreaterThanOrEqual(LOCK_TIMEOUT)
    expect(login).toMatchObject({ status: 503, code: 'UNAVAILABLE', headers: { 'retry-after': '2' } })
    expect(upload).toMatchObject({ status: 503, body: { error_code: 'UNAVAILABLE' } })
    await release()
    await succeed(server, loginCall, credentials)
    expect((await tryUpload(server, bearer)).status).toBe(201)
  })

  test('a short lock fails no request', async () => {
    const { server, bearer, document } = await start()
    const release = await lock(join(server.dataDir, 'trazo.sqlite'))
    let ended = false
    const changing = succeed(server, shareFileCall, { bearer, params: { id: document.id } })
    void changing.then(() => (ended = true))
    await reading(server, bearer, document.id)
    expect(ended).toBe(false)
    await release()
    expect(await changing).toMatchObject({ is_shared: true })
  })
})

test('a database file that is moved away and back loses no rows', async () => {
  const { server, bearer } = await start()
  const path = join(server.dataDir, 'trazo.sqlite')
  await rename(path, `${path}.away`)
  await registerPerson(server, 'pablo')
  expect((await tryUpload(server, bearer)).status).toBe(201)
  await rename(`${path}.away`, path)
  await registerPerson(server, 'pilar')
  const elsewhere = new DatabaseSync(path, { readOnly: true })
  const names = elsewhere.prepare('select username from users order by username').all()
  elsewhere.close()
  expect(names.map(({ username }) => username)).toEqual(['olga', 'pablo', 'pilar'])
})

test('a file that is not a database stops the start of the server with instructions', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trazo-damaged-'))
  await writeFile(join(dataDir, 'trazo.sqlite'), 'esto no es una base de datos'.repeat(400))
  await expect(startChild(dataDir)).rejects.toThrow(/^La base de datos está dañada o no es de Trazo\. Restaura/)
  await rm(dataDir, { recursive: true })
})

test('the server does not replace a missing database with an empty one', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trazo-gone-'))
  const server = await startChild(dataDir)
  await server.stop()
  for (const name of await readdir(dataDir)) if (name.startsWith('trazo.sqlite')) await rm(join(dataDir, name))
  await expect(startChild(dataDir)).rejects.toThrow(/su base de datos \(DATA_DIR\) no está o está vacía\. Restaura/)
  expect(await readdir(dataDir)).not.toContain('trazo.sqlite')
  await rm(dataDir, { recursive: true })
})
