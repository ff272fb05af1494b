import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sampleOf } from 'pdf/testing/node'
import pg from 'pg'
import { downloadFileCall, listFilesCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { hashHex } from 'shared/server'
import { scaled } from 'shared/testing/limits'
import * as v from 'valibot'
import { pathOfBlob } from '../src/operations/backup/contents.ts'
import { examineServed } from './faults/examine-signatures.ts'
import { download } from './support/child-people.ts'
import { ask, type ChildServer, fetchCall, NODE_COMPILE_CACHE, startChild } from './support/child-server.ts'
import { untilTrue } from './support/eventually.ts'
import { newBucket, newDatabase } from './support/fresh-places.ts'
import { startInvited } from './support/invited.ts'
import { killedAt } from './support/killed-command.ts'
import { downloadBytes, PASSWORD, uploadDocument } from './support/people.ts'
import { closeTestServers } from './support/test-server.ts'

jest.setTimeout(scaled(240_000))

type Variables = Readonly<Record<string, string>>

let folder: string
let running: ChildServer | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-respaldo-'))
})
afterEach(async () => {
  await running?.kill()
  await closeTestServers()
  await rm(folder, { recursive: true })
})

const MAIN = join(__dirname, '../src/operations/backup/main.ts')

const run = (command: 'backup' | 'restore', where: string, variables: Variables, killPoint?: string) => {
  const killed = killedAt(killPoint)
  return promisify(execFile)(process.execPath, [...killed.args, MAIN, command, where], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...variables, ...killed.variables },
  })
}

const Contents = v.object({ database: v.string(), files: v.record(v.string(), v.string()) })
const contentsOf = async (backup: string) =>
  v.parse(Contents, JSON.parse(await readFile(join(backup, 'contents.json'), 'utf8')))

const elsewhere = async (name: string): Promise<Variables> => ({
  DATABASE_URL: await newDatabase(),
  ...(await newBucket()),
  DATA_DIR: join(folder, name),
})

const signedInstallation = async () => {
  const invited = await startInvited()
  const { server, olga, document, open, sign, ana, luis } = invited
  await sign(await open('ana@example.com'), ana)
  await sign(await open('luis@example.com'), luis)
  await server.completion.tick()
  return { server, bearer: olga.access_token, document }
}

const loginTo = async (server: ChildServer): Promise<string> =>
  (await ask(server, loginCall, { body: { username: 'olga', password: PASSWORD } })).access_token

test('an installation in use can be backed up and restored into another database and bucket', async () => {
  const { server, bearer, document } = await signedInstallation()
  const original = await downloadBytes(server, bearer, document.id)
  await server.space.tick()
  const backup = join(folder, 'respaldo')
  // Concurrent uploads are contained completely or not at all.
  const [made] = await Promise.all([
    run('backup', backup, server.variables),
    (async () => {
      for (let count = 0; count < 8; count += 1) await uploadDocument(server, bearer)
    })(),
  ])
  expect(made.stdout).toMatch(/^Respaldo completo: \d+ archivos/)
  const contents = await contentsOf(backup)
  expect(contents.database).toBe('postgres')
  expect(Object.keys(contents.files)).toEqual(expect.arrayContaining(['trazo.pgdump', 'keys/guest-token.key']))

  const target = await elsewhere('otra')
  expect((await run('restore', backup, target)).stdout).toMatch(/^Recuperado el respaldo/)
  running = await startChild(target.DATA_DIR ?? '', target)
  const restored = running
  const again = await loginTo(restored)
  const documents = await ask(restored, listFilesCall, { bearer: again })
  expect(documents.length).toBeGreaterThanOrEqual(1)
  for (const { id } of documents)
    expect((await fetchCall(restored, downloadFileCall, { params: { id }, bearer: again })).status).toBe(200)
  const reply = await fetchCall(restored, downloadFileCall, { params: { id: document.id }, bearer: again })
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(bytes.equals(original)).toBe(true)
  expect(Object.keys(contents.files)).not.toContain(pathOfBlob(document.sha256))
  const query = { revision: 'original' }
  const first = await fetchCall(restored, downloadFileCall, { params: { id: document.id }, bearer: again, query })
  expect(hashHex(new Uint8Array(await first.arrayBuffer()))).toBe(document.sha256)
  await examineServed(restored, bytes, { people: 2, seals: 1 })

  await run('backup', join(folder, 'segundo'), target)
  const second = await contentsOf(join(folder, 'segundo'))
  const stored = ({ files }: typeof second) => Object.entries(files).filter(([name]) => name !== 'trazo.pgdump')
  expect(stored(second)).toEqual(stored(contents).filter(([name]) => second.files[name] !== undefined))
  expect(second.files).toMatchObject(Object.fromEntries(stored(contents).filter(([name]) => name.startsWith('keys/'))))
})

test('a restore refuses a used or different target, and resumes after an interruption', async () => {
  const { server } = await signedInstallation()
  const backup = join(folder, 'respaldo')
  await run('backup', backup, server.variables)
  const target = await elsewhere('otra')
  const refused = (words: string) => ({ code: 1, stderr: expect.stringContaining(words) })
  const used = { ...server.variables, DATA_DIR: join(folder, 'vacía') }
  await expect(run('restore', backup, used)).rejects.toMatchObject(refused('ya tiene una base de datos'))
  const { DATABASE_URL: _, ...files } = target
  await expect(run('restore', backup, files)).rejects.toMatchObject(refused('El respaldo es de postgres'))
  const nowhere = { ...target, DATABASE_URL: `${target.DATABASE_URL}x` }
  await expect(run('restore', backup, nowhere)).rejects.toMatchObject(refused('Créala: createdb -E UTF8'))
  const wrong = new URL(target.DATABASE_URL ?? '')
  wrong.password = 'otra'
  const stranger = { ...target, DATABASE_URL: wrong.href }
  await expect(run('backup', join(folder, 'a'), stranger)).rejects.toMatchObject(refused('Revisa KEYS_DIR'))
  const KEYS_DIR = join(server.dataDir, 'keys')
  const keyed = { ...stranger, KEYS_DIR }
  await expect(run('backup', join(folder, 'b'), keyed)).rejects.toMatchObject(refused('DATABASE_URL no son correctos'))
  const without = { ...server.variables, KEYS_DIR, PATH: folder }
  await expect(run('backup', join(folder, 'c'), without)).rejects.toMatchObject(refused('pg_dump falló'))
  // If the last step fails, a retry reuses the finished ones.
  await expect(run('restore', backup, { ...target, PATH: folder })).rejects.toMatchObject(refused('pg_restore falló'))
  expect((await run('restore', backup, target)).stdout).toMatch(/^Recuperado/)
})

const KILLED = { signal: 'SIGKILL' }

/** The program that a dead process started lives on. */
const untilAlone = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const others =
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'"
  await untilTrue('nothing else works in the database', async () => (await client.query(others)).rowCount === 0)
  await client.end()
}

test('a killed back-up is refused; a restore that is killed at each write is repeated, and the seal is valid', async () => {
  const { server, bearer, document } = await signedInstallation()
  const original = await downloadBytes(server, bearer, document.id)
  for (const point of sampleOf(['spawn 1', 'GET 1', 'GET 2'], 1)) {
    const half = join(folder, `a-medias ${point}`)
    await expect(run('backup', half, server.variables, point)).rejects.toMatchObject(KILLED)
    const refusal = { code: 1, stderr: expect.stringContaining('no hay un respaldo completo') }
    await expect(run('restore', half, await elsewhere('nada'))).rejects.toMatchObject(refusal)
  }
  const backup = join(folder, 'respaldo')
  await run('backup', backup, server.variables)
  const target = await elsewhere('otra')
  for (const point of sampleOf(['PUT 1', 'PUT 2'], 1))
    await expect(run('restore', backup, target, point)).rejects.toMatchObject(KILLED)
  // Files and keys are there; `pg_restore` completes the database in its one transaction, or leaves it empty.
  await expect(run('restore', backup, target, 'spawn 1')).rejects.toMatchObject(KILLED)
  await untilAlone(target.DATABASE_URL ?? '')
  const again = await run('restore', backup, target).catch((error: unknown) => error)
  expect(again).toEqual(expect.objectContaining({ stdout: expect.stringMatching(/^Recuperado|^$/) }))
  if (again instanceof Error) expect(again.message).toContain('El destino ya tiene una base de datos')
  running = await startChild(target.DATA_DIR ?? '', target)
  const restored = await download(running, await loginTo(running), document.id)
  expect(restored.equals(original)).toBe(true)
  await examineServed(running, restored, { people: 2, seals: 1 })
})
