import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { adminEvents } from '../src/platform/monitoring/admin-events.ts'
import { NODE_COMPILE_CACHE, startChild } from './support/child-server.ts'
import { openTestStore, type TestStore } from './support/test-store.ts'

let folder: string
let store: TestStore
let first: readonly string[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trazo-admin-'))
  store = await openTestStore(join(folder, 'data'))
  first = await startOnce({ METRICS_TOKEN })
})
afterAll(async () => {
  await store.drop()
  await rm(folder, { recursive: true })
})

const schemas: Readonly<Record<string, { readonly data: v.GenericSchema }>> = adminEvents
const Line = v.looseObject({ audit: v.literal(true), event: v.string(), instance: v.string(), time: v.number() })

const eventsIn = (lines: readonly string[]): v.InferOutput<typeof Line>[] =>
  lines
    .filter((line) => line.includes('"audit":true'))
    .map((line) => {
      const parsed = v.parse(Line, JSON.parse(line))
      const { audit: _audit, event, instance: _instance, time: _time, level: _level, pid, hostname, ...data } = parsed
      expect([typeof pid, typeof hostname]).toEqual(['number', 'string'])
      const schema = schemas[event]
      if (schema === undefined) throw new Error(`${event} is no event`)
      v.assert(schema.data, data)
      return parsed
    })

const METRICS_TOKEN = 'una-clave-de-figuras'
const SMTP_PASSWORD = 'clave-del-correo'

const startOnce = async (variables: Readonly<Record<string, string>>): Promise<readonly string[]> => {
  const server = await startChild(join(folder, 'data'), { ...store.variables, LOG_LEVEL: 'info', ...variables })
  expect(await server.stop()).toBe(0)
  return server.log
}

test('the admin log records starts, stops and the names of changed settings, without their values', async () => {
  const logged = eventsIn(first)
  const last = Object.keys((await import('../src/platform/database/migrations/index.ts')).databaseMigrations).at(-1)
  expect(logged.map(({ event }) => event).filter((event) => event !== 'migrations-run')).toEqual([
    'keys-created',
    'server-started',
    'server-stopped',
  ])
  expect(new Set(logged.map(({ instance }) => instance)).size).toBe(1)
  expect(logged.find(({ event }) => event === 'server-started')).toMatchObject({
    version: '0.1.0',
    node: process.version,
    schema: last,
    settings: expect.arrayContaining(['API_PORT', 'DATA_DIR', 'METRICS_TOKEN', 'PUBLIC_URL']),
  })
  expect((await stat(join(folder, 'data', 'last-start.json'))).mode & 0o077).toBe(0)

  const same = eventsIn(await startOnce({ METRICS_TOKEN }))
  expect(same.map(({ event }) => event)).toEqual(['server-started', 'server-stopped'])
  expect(same[0]?.instance).not.toBe(logged[0]?.instance)

  const SMTP_URL = `smtp://trazo:${SMTP_PASSWORD}@127.0.0.1:1`
  const TSA_CA = join(folder, 'data', 'keys', 'platform', 'root.crt')
  const stamped = { TSA_CA, TSA_URL: 'https://tsa.example' }
  const changed = await startOnce({ METRICS_TOKEN: '', SMTP_URL, PUBLIC_URL: 'https://otra.example', ...stamped })
  expect(eventsIn(changed).slice(0, 2)).toMatchObject([
    {
      event: 'configuration-changed',
      added: ['SMTP_URL', 'TSA_CA', 'TSA_URL'],
      removed: ['METRICS_TOKEN'],
      changed: ['PUBLIC_URL'],
    },
    {
      event: 'certificate-changed',
      certificate: 'tsa-authorities',
      fingerprints: [expect.stringMatching(/^[\da-f]{64}$/)],
    },
  ])
  const everything = [...first, ...changed, await readFile(join(folder, 'data', 'last-start.json'), 'utf8')].join('\n')
  for (const secret of [METRICS_TOKEN, SMTP_PASSWORD]) expect(everything).not.toContain(secret)
})

const runProgram = (program: string, args: readonly string[], variables: Readonly<Record<string, string>>) =>
  new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) => {
    const env = {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE,
      DATA_DIR: join(folder, 'data'),
      ...store.variables,
      ...variables,
    }
    const child = execFile(
      process.execPath,
      [join(__dirname, '../src', program), ...args],
      { env },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    )
  })

test('a server that cannot start logs one event with the reason, also when its settings are invalid', async () => {
  const wrong: Record<string, string>[] = [{ API_PORT: '99999' }, { API_PORT: '0', KEYS_DIR: join(folder, 'otras') }]
  for (const variables of wrong) {
    const { code, stdout, stderr } = await runProgram('app/main.ts', [], variables)
    expect(code).toBe(1)
    const [logged, ...others] = eventsIn(stdout.split('\n'))
    expect(others).toEqual([])
    expect(logged).toMatchObject({ event: 'server-not-started', version: '0.1.0', reason: stderr.trim() })
  }
})

test('commands log a made backup, a failed backup and a failed restore on standard error', async () => {
  const backup = join(folder, 'respaldo')
  const made = await runProgram('operations/backup/main.ts', ['backup', backup], {})
  expect(made.stdout).toMatch(/^Respaldo completo: \d+ archivos comprobados\.\n$/)
  expect(eventsIn(made.stderr.split('\n'))).toMatchObject([{ event: 'backup-made', folder: backup }])
  const again = await runProgram('operations/backup/main.ts', ['backup', backup], {})
  expect(again.code).toBe(1)
  expect(eventsIn(again.stderr.split('\n'))).toMatchObject([{ event: 'backup-failed', folder: backup }])
  const onto = await runProgram('operations/backup/main.ts', ['restore', backup], {})
  expect(eventsIn(onto.stderr.split('\n'))).toMatchObject([{ event: 'restore-failed', folder: backup }])
})
