import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sampleOf } from 'pdf/testing/node'
import pg from 'pg'
import { digitalSignCall, downloadFileCall, listFilesCall } from 'shared/contract'
import { loginCall } from 'shared/contract/accounts'
import { scaled } from 'shared/testing/limits'
import { createCleanupWorker } from '../src/domain/storage-cleanup/cleanup-worker.ts'
import { DAY_MS, systemClock } from '../src/platform/clock.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'
import { openPostgres } from '../src/platform/database/open-postgres.ts'
import { openBlobStore } from '../src/platform/storage/blob-store.ts'
import { examineServed } from './faults/examine-signatures.ts'
import {
  download,
  invite,
  messages,
  open,
  placeField,
  register,
  signing,
  tokenIn,
  upload,
} from './support/child-people.ts'
import { ask, type ChildServer, fetchCall, startChild } from './support/child-server.ts'
import { fillTables, tablesOf } from './support/fill-tables.ts'
import { killedAt } from './support/killed-command.ts'
import { PASSWORD, threePages } from './support/people.ts'
import { openSharedStore, type TestStore } from './support/test-store.ts'

jest.setTimeout(scaled(240_000))

const MAIN = fileURLToPath(new URL('../src/operations/migrate-data/main.ts', import.meta.url))

let origin = ''
let bearer = ''
let signed: Buffer
const uploaded = Buffer.concat([threePages(), Buffer.from('\n%\n')])
let store: TestStore
const servers: ChildServer[] = []

const start = async (dataDir: string, variables: Readonly<Record<string, string>> = {}): Promise<ChildServer> => {
  const server = await startChild(dataDir, {
    RATE_LIMIT_FACTOR: '1000',
    DATABASE_URL: '',
    S3_ENDPOINT: '',
    ...variables,
  })
  servers.push(server)
  return server
}

const compact = async (dataDir: string): Promise<void> => {
  const db = await openDatabase(join(dataDir, 'trazo.sqlite'))
  const files = await openBlobStore(dataDir)
  const clock = systemClock
  const log = { error: () => undefined }
  await db.updateTable('blob_scrubs').set({ due_at: 0 }).execute()
  await createCleanupWorker({ db, blobs: files, files, clock, retention: DAY_MS, quiet: 0, log }).tick()
  expect(await db.selectFrom('blob_prefixes').selectAll().execute()).not.toEqual([])
  await db.destroy()
}

beforeAll(async () => {
  origin = await mkdtemp(join(tmpdir(), 'trazo-origin-'))
  const server = await start(origin)
  bearer = (await register(server)).access_token
  for (const _ of [1, 2]) await upload(server, bearer, threePages())
  const document = await upload(server, bearer, uploaded)
  const field = await placeField(server, bearer, document.id, 'ana')
  await invite(server, bearer, document.id, 'ana')
  const [mail = ''] = await messages(origin, 1)
  expect(tokenIn(mail)).not.toBe('')
  const { access_token: guest } = await open(server, mail)
  await ask(server, digitalSignCall, { bearer: guest, ...signing(field.id) })
  await messages(origin, 3)
  signed = await download(server, bearer, document.id)
  expect(await server.stop()).toBe(0)
  await compact(origin)
})

beforeEach(async () => {
  store = await openSharedStore()
})

afterEach(async () => {
  for (const server of servers.splice(0)) await server.kill()
  await store.drop()
})

afterAll(() => rm(origin, { recursive: true }))

interface Run {
  readonly code: number | null
  readonly lines: readonly string[]
  readonly error: string
}

const move = async (dataDir: string, killAfter = Number.POSITIVE_INFINITY, killPoint?: string): Promise<Run> => {
  const { args, variables } = killedAt(killPoint)
  const env = { ...process.env, ...store.variables, DATA_DIR: dataDir, ...variables }
  const child = spawn(process.execPath, [...args, MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line)
    if (lines.length === killAfter) child.kill('SIGKILL')
  })
  const error = text(child.stderr)
  await once(child, 'close')
  return { code: child.exitCode, lines, error: await error }
}

const filesIn = async (folder: string): Promise<unknown[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const facts = paths
    .sort()
    .map(async (path) => ({ path, size: (await stat(path)).size, at: (await stat(path)).mtimeMs }))
  return Promise.all(facts)
}

test('a move of data that is killed repeatedly resumes, copies everything and leaves the source unchanged', async () => {
  const before = await filesIn(origin)
  let runs = 0
  let last: Run
  do {
    runs += 1
    // Together three runs print 24 lines.
    last = await move(origin, 4 * runs)
    if (last.code !== 0 && runs === 2) {
      const half = await mkdtemp(join(tmpdir(), 'trazo-half-'))
      await expect(start(half, store.variables)).rejects.toThrow('El traslado de datos a esta base no ha terminado.')
      await rm(half, { recursive: true })
    }
    if (runs > 3) last = await move(origin)
  } while (last.code !== 0)
  expect(runs).toBeGreaterThan(3)
  expect(last.error).toContain('"event":"data-moved"')
  expect(last.lines.at(-2)).toBe(
    'Traslado terminado: todas las filas y todos los archivos son iguales a los originales.',
  )
  expect(await filesIn(origin)).toEqual(before)

  const folder = await mkdtemp(join(tmpdir(), 'trazo-moved-'))
  await cp(join(origin, 'keys'), join(folder, 'keys'), { recursive: true })
  const server = await start(folder, store.variables)
  const documents = await ask(server, listFilesCall, { bearer })
  expect(documents).toHaveLength(3)
  const closed = documents.find(({ status }) => status === 'COMPLETED')
  expect((await download(server, bearer, closed?.id ?? 0)).equals(signed)).toBe(true)
  await examineServed(server, signed, { people: 1, seals: 1 })
  const query = { revision: 'original' }
  const first = await fetchCall(server, downloadFileCall, { params: { id: closed?.id ?? 0 }, bearer, query })
  expect(Buffer.from(await first.arrayBuffer()).equals(uploaded)).toBe(true)
  await ask(server, loginCall, { body: { username: 'olga', password: PASSWORD } })
  await server.kill()
  await rm(folder, { recursive: true })
  expect((await move(origin)).lines).toEqual(['Este traslado ya había terminado: no queda nada por hacer.'])
})

/** A row as text: both databases have other types for numbers and bytes. */
const rowText = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, value]) => [name, value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value])
      .map(([name, value]) => `${name} ${value}`)
      .sort(),
  )

/** Of every table, read without the code of the move. */
const expectEqualRows = async (path: string): Promise<void> => {
  const from = new DatabaseSync(path, { readOnly: true })
  const to = new pg.Client({ connectionString: store.variables.DATABASE_URL })
  await to.connect()
  for (const table of tablesOf(from)) {
    const original = from.prepare(`select * from "${table}"`).all().map(rowText).sort()
    const moved = (await to.query<Record<string, unknown>>(`select * from "${table}"`)).rows.map(rowText).sort()
    expect({ table, rows: moved }).toEqual({ table, rows: original })
    expect(original).not.toEqual([])
  }
  await to.end()
  from.close()
}

const UPLOADS = sampleOf([1, 2, 3], 1)
/** Lines; a table of the schema has one. */
const LINES = sampleOf([2, 3, 5, 8, 13, 21], 2)

test('a move of a row in each table is killed before uploads and between rows, and every row arrives once', async () => {
  const full = await mkdtemp(join(tmpdir(), 'trazo-full-'))
  await cp(origin, full, { recursive: true })
  const names = await readdir(join(full, 'files'), { recursive: true })
  const [blob = ''] = names.flatMap((name) => /[\da-f]{64}$/.exec(name) ?? [])
  fillTables(join(full, 'trazo.sqlite'), blob)
  for (const upload of UPLOADS) expect((await move(full, undefined, `PUT ${upload}`)).code).toBeNull()
  for (const lines of LINES) expect((await move(full, lines)).code).toBeNull()
  const last = await move(full)
  expect([last.code, last.error]).toEqual([0, expect.stringContaining('"event":"data-moved"')])
  await expectEqualRows(join(full, 'trazo.sqlite'))
  await rm(full, { recursive: true })
})

test('the move refuses a target with rows and leaves the target unchanged', async () => {
  const db = await openPostgres(store.variables.DATABASE_URL ?? '', () => undefined)
  const row = { key: 'algo', count: 1, paused_until: 0, ends_at: 0 }
  await db.insertInto('attempt_counts').values(row).execute()
  const { code, error } = await move(origin)
  expect([code, error]).toEqual([1, 'El destino no está vacío: la tabla attempt_counts ya tiene filas.\n'])
  expect(await db.selectFrom('attempt_counts').selectAll().execute()).toEqual([row])
  expect(await db.selectFrom('users').selectAll().execute()).toEqual([])
  await db.destroy()
})

test('a damaged source file stops the move, which names the file and succeeds after its repair', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'trazo-damaged-'))
  await cp(origin, copy, { recursive: true })
  // Compaction leaves empty folders.
  const stored = await readdir(join(copy, 'files'), { recursive: true, withFileTypes: true })
  const file = stored.find((entry) => entry.isFile())
  const name = file?.name ?? ''
  const path = join(file?.parentPath ?? '', name)
  const bytes = await readFile(path)
  bytes[100] = (bytes[100] ?? 0) ^ 1
  await writeFile(path, bytes)
  const { code, error } = await move(copy)
  expect([code, error]).toEqual([1, `El archivo ${name} de la instalación de origen falta o está dañado.\n`])
  await copyFile(join(origin, relative(copy, path)), path)
  expect((await move(copy)).code).toBe(0)
  await rm(copy, { recursive: true })
})

test('the final comparison finds a row that was changed in the target', async () => {
  let run = await move(origin, 20)
  const db = await openPostgres(store.variables.DATABASE_URL ?? '', () => undefined)
  expect(run.code).toBeNull()
  const { numUpdatedRows } = await db.updateTable('users').set({ city: 'Otra' }).executeTakeFirstOrThrow()
  await db.destroy()
  run = await move(origin)
  if (numUpdatedRows > 0n) expect(run.error).toMatch(/^Una fila de users no es igual a su original/)
  else expect(run.code).toBe(0)
})
