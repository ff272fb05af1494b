import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

export interface PostgresServer {
  readonly url: string
  /** `immediate` is like a crash; restartable. */
  stop(mode?: 'immediate' | 'fast'): Promise<void>
  start(): Promise<void>
  remove(): Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

export const findPostgres = (): string | undefined => {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...debian.map((version) => join(DEBIAN, version, 'bin')),
  ]
  return folders.find((folder) => folder !== '' && existsSync(join(folder, 'initdb')))
}

/** PostgreSQL refuses root; use the package's user. */
const findUser = (): { readonly uid: number; readonly gid: number } | Record<string, never> => {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** Costa Rican collation exposes code that relies on byte order. */
const LOCALE = ['--locale=C', '--locale-provider=icu', '--icu-locale=es-CR', '-E', 'UTF8']

/** No durability; a slow machine is fine. */
const settings = (port: number, folder: string): string[] =>
  [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'full_page_writes=off',
    'max_connections=300',
    'log_min_messages=fatal',
  ].flatMap((setting) => ['-c', setting])

/** Ends with its parent, even after SIGKILL. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: shell syntax
const GUARD = '"$@" & server=$!; read -r mode; kill -${mode:-INT} $server; wait $server'

const answers = async (url: string, isOver: () => boolean): Promise<void> => {
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    const up = await client.connect().then(
      () => true,
      () => false,
    )
    if (up) return client.end()
    if (isOver()) throw new Error('PostgreSQL did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

export const startPostgres = async (programs: string): Promise<PostgresServer> => {
  const user = findUser()
  // A socket path has at most 107 bytes.
  const folder = await mkdtemp('/tmp/trazo-pg-')
  if ('uid' in user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const make = ['-D', data, '-U', 'trazo', '-A', 'trust', '--no-sync', ...LOCALE]
  execFileSync(join(programs, 'initdb'), make, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  const port = await freePort()
  const url = `postgres://trazo@127.0.0.1:${port}/postgres`
  const command = [join(programs, 'postgres'), '-D', data, ...settings(port, folder)]

  let running: { readonly stop: (signal: string) => Promise<void> } | undefined
  const start = async (): Promise<void> => {
    const child = spawn('sh', ['-c', GUARD, 'sh', ...command], {
      ...user,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'inherit'],
      detached: true,
    })
    const ended = once(child, 'exit')
    running = {
      stop: async (signal) => {
        child.stdin?.end(`${signal}\n`)
        await ended
      },
    }
    await answers(url, () => child.exitCode !== null)
  }
  const stop = async (mode: 'immediate' | 'fast' = 'fast'): Promise<void> => {
    await running?.stop(mode === 'fast' ? 'INT' : 'QUIT')
    running = undefined
  }
  await start()
  return {
    url,
    start,
    stop,
    remove: async () => {
      await stop('immediate')
      await rm(folder, { recursive: true })
    },
  }
}
