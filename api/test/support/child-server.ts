import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { BodyOf, Call } from 'shared/contract'
import * as v from 'valibot'
import { pathOf } from './test-server.ts'

export interface ChildServer {
  readonly address: string
  readonly log: readonly string[]
  logged(pattern: RegExp): Promise<string>
  readonly ended: Promise<void>
  kill(): Promise<void>
  stop(): Promise<number | null>
}

/** Only a clean exit writes it. */
export const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'trazo-test-compile-cache')
const MAIN = fileURLToPath(new URL('../../src/app/main.ts', import.meta.url))
export const FAULTY_MAIN = fileURLToPath(new URL('./faulty-main.ts', import.meta.url))
/** Disables load shedding. */
const PATIENT = { SHED_EVENT_LOOP_MS: '0' }
const LISTENING = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/

/** @param through a program, and its arguments, that runs the server as the same process */
export const startChild = async (
  dataDir: string,
  variables: Readonly<Record<string, string>> = {},
  main: string = MAIN,
  through: readonly string[] = [],
): Promise<ChildServer> => {
  const own = { API_PORT: '0', DATA_DIR: dataDir, PUBLIC_URL: 'https://trazo.example', DEV_OUTBOX: '1' }
  const env = { ...process.env, NODE_COMPILE_CACHE, ...PATIENT, ...own, ...variables }
  const [program = '', ...args] = [...through, process.execPath, main]
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = createInterface({ input: child.stdout })
  const log: string[] = []
  lines.on('line', (line) => log.push(line))
  const errorOutput = text(child.stderr)
  const exited = once(child, 'exit')

  const logged = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      const look = (line: string): void => {
        if (!pattern.test(line)) return
        lines.off('line', look)
        resolve(line)
      }
      lines.on('line', look)
    })
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal)
    await exited
    return child.exitCode
  }

  const failed = exited.then(async () => {
    throw new Error(await errorOutput)
  })
  const line = await Promise.race([logged(LISTENING), failed])
  failed.catch(() => undefined)
  return {
    address: LISTENING.exec(line)?.[1] ?? '',
    log,
    logged,
    ended: exited.then(() => undefined),
    kill: async () => {
      await end('SIGKILL')
    },
    stop: () => end('SIGTERM'),
  }
}

interface CallOptions<C extends Call> {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: BodyOf<C>
  readonly bearer?: string
}

export const fetchCall = <C extends Call>(
  server: ChildServer,
  call: C,
  { params, query, body, bearer }: CallOptions<C> = {},
): Promise<Response> =>
  fetch(`${server.address}${pathOf(call, params)}?${new URLSearchParams(query)}`, {
    method: call.method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

export const ask = async <C extends Call>(
  server: ChildServer,
  call: C,
  options: CallOptions<C> = {},
): Promise<v.InferOutput<C['reply']>> => {
  const response = await fetchCall(server, call, options)
  if (!response.ok) throw new Error(`${call.name} answered ${response.status}: ${await response.text()}`)
  return v.parse(call.reply, await response.json())
}
