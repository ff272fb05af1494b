import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FaultPoint } from '../../src/fault.ts'
import { type ChildHome, openChildHome } from '../support/child-home.ts'
import { type ChildServer, FAULTY_MAIN, NODE_COMPILE_CACHE } from '../support/child-server.ts'
import { type MailSink, openMailSink } from './mail-sink.ts'

/** Something that must never be seen was seen. */
export class Violation extends Error {
  override readonly name = 'Violation'
}

/** @throws Violation */
export const demand = (holds: boolean, what: string): void => {
  if (!holds) throw new Violation(what)
}

/** What became of calls whose answer was lost with the server. */
export interface Lost {
  done: number
  undone: number
}

/** One installation, whose server dies again and again, and the mail server that outlives it. */
export interface House {
  readonly home: ChildHome
  readonly sink: MailSink
  readonly lost: Lost
  /** The server that people may call; while it is dead or being examined they wait. */
  server(): Promise<ChildServer>
  /** Starts a server that nobody may call yet. */
  start(): Promise<ChildServer>
  /** Starts a server and takes its life after so many milliseconds, wherever it is. */
  startAndKill(delay: number): Promise<void>
  /** Lets people call the server until it dies. */
  letIn(server: ChildServer): void
  /** Makes the server die at a point, once. */
  arm(point: FaultPoint): Promise<void>
  disarm(): Promise<void>
  close(): Promise<void>
}

type Gate = PromiseWithResolvers<ChildServer>

export const openHouse = async (): Promise<House> => {
  const home = await openChildHome('kills')
  const sink = await openMailSink()
  const fault = join(home.dataDir, 'fault')
  // Nobody is sent away for coming too often, nor because the machine has other things to do.
  const variables = { SMTP_URL: sink.url, RATE_LIMIT_FACTOR: '100000', SHED_EVENT_LOOP_MS: '0' }
  let gate: Gate = Promise.withResolvers()
  return {
    home,
    sink,
    lost: { done: 0, undone: 0 },
    server: () => gate.promise,
    start: () => home.start(variables, FAULTY_MAIN),
    startAndKill: async (delay) => {
      const own = {
        NODE_COMPILE_CACHE,
        API_PORT: '0',
        DATA_DIR: home.dataDir,
        PUBLIC_URL: 'https://trazo.example',
        DEV_OUTBOX: '1',
      }
      const env = { ...process.env, ...home.variables, ...own, ...variables }
      const child = spawn(process.execPath, [FAULTY_MAIN], { env, stdio: 'ignore' })
      const ended = once(child, 'exit')
      const timer = setTimeout(() => child.kill('SIGKILL'), delay)
      await ended
      clearTimeout(timer)
      demand(child.signalCode === 'SIGKILL', `a start ended by itself with ${child.exitCode}`)
    },
    letIn: (server) => {
      gate.resolve(server)
      // Before anybody who noticed asks for the next one.
      server.ended.then(() => {
        gate = Promise.withResolvers()
      })
    },
    arm: (point) => writeFile(fault, `kill ${point}`),
    disarm: () => rm(fault, { force: true }),
    close: async () => {
      await home.remove()
      await sink.close()
    },
  }
}

/** Who is killed leaves no compiled modules to the next; this one does, and so every start after it takes half as long. */
export const leaveCompiled = async (): Promise<void> => {
  const house = await openHouse()
  try {
    await (await house.start()).stop()
  } finally {
    await house.close()
  }
}
