import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasTool, pdfsigPeople } from 'pdf/testing/node'
import { downloadFileCall, listFilesCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { hashHex } from 'shared/server'
import * as v from 'valibot'
import { pathOfBlob } from '../src/operations/backup/contents.ts'
import { ask, type ChildServer, fetchCall, NODE_COMPILE_CACHE, startChild } from './support/child-server.ts'
import { newBucket, newDatabase } from './support/fresh-places.ts'
import { startInvited } from './support/invited.ts'
import { downloadBytes, PASSWORD, uploadDocument } from './support/people.ts'
import { closeTestServers } from './support/test-server.ts'

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

const run = (command: 'backup' | 'restore', where: string, variables: Variables) =>
  promisify(execFile)(process.execPath, [join(__dirname, '../src/operations/backup/main.ts'), command, where], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE, ...variables },
  })

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
  if (hasTool('pdfsig')) expect(pdfsigPeople(bytes).map(({ valid }) => valid)).toEqual([true, true])

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
