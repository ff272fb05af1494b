import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { watchProgress } from './start/child-progress.ts'
import { boundToThisProcess, inWorkspace } from './workspace.ts'

/** Milliseconds between SIGTERM and SIGKILL. */
const STOP_MS = 12_000
/** Milliseconds without any progress, after which a start has failed. */
const STILL_MS = 60_000
const POLL_MS = 100
/** Milliseconds until people read that the start takes longer; then again after as long. */
const SLOW_MS = 30_000
/** Bytes; the next start rotates a larger log. */
const LOG_BYTES = 10 * 1024 * 1024
/** Milliseconds; the pause doubles until the program has run for so long. */
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000

export interface ServiceOptions {
  readonly name: string
  /** Relative to the workspace. */
  readonly script: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly logFile: string
  readonly healthUrl: string
  readonly onDeath?: (message: string) => void
  /** A start that takes long. */
  readonly onSlow?: (message: string) => void
  /** Milliseconds; for tests. */
  readonly patience?: { readonly still: number; readonly slow: number }
  /** Starts a program again that exits unexpectedly. Milliseconds; for tests. */
  readonly restart?: { readonly firstPause?: number }
}

export interface RunningService {
  readonly pid: number | undefined
  start(): Promise<void>
  /** Default: SIGKILL. Waits for the exit. */
  kill(signal?: NodeJS.Signals): Promise<void>
  stop(): Promise<void>
}

const setAsideLargeLog = (file: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES) renameSync(file, `${file}.old`)
}

const tailOf = (file: string, lines = 12): string =>
  readFileSync(file, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null

const killGroup = (leader: number): void => {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group is empty.
  }
}

const isHealthy = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Ctrl+C must reach only this process,
 * which stops the services in order.
 */
const spawnService = ({ script, env, logFile }: ServiceOptions): ChildProcess => {
  setAsideLargeLog(logFile)
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [...boundToThisProcess.args, inWorkspace(script)], {
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
    env: { ...process.env, ...env, ...boundToThisProcess.env },
  })
  closeSync(log)
  return child
}

const deathOf = ({ name, logFile }: ServiceOptions, { exitCode, signalCode }: ChildProcess): string =>
  `${name} se detuvo (${signalCode ?? `código ${exitCode}`}). Lo último que escribió en ${logFile}:\n${tailOf(logFile)}`

const untilHealthy = async (options: ServiceOptions, started: ChildProcess): Promise<void> => {
  const { name, healthUrl, logFile, onSlow, patience = { still: STILL_MS, slow: SLOW_MS } } = options
  const stillFor = watchProgress(started.pid, logFile)
  const began = Date.now()
  let saysSoAt = patience.slow
  while (!(await isHealthy(healthUrl))) {
    if (!isRunning(started)) throw new Error(deathOf(options, started))
    const [still, seconds] = [stillFor(), Math.round((Date.now() - began) / 1000)]
    if (still > patience.still)
      throw new Error(
        `${name} no responde después de ${seconds} s y no avanza desde hace ${Math.round(still / 1000)} s. Mira ${logFile}`,
      )
    if (Date.now() - began > saysSoAt) {
      onSlow?.(`${name} sigue iniciando (${seconds} s). Un computador ocupado tarda más.`)
      saysSoAt += patience.slow
    }
    await sleep(POLL_MS)
  }
}

const createRestarts = (start: () => Promise<void>, report: (message: string) => void, first = FIRST_PAUSE_MS) => {
  let pause = first
  let startedAt = Date.now()
  let timer: NodeJS.Timeout | undefined
  const again = (why: string): void => {
    pause = Date.now() - startedAt > LONGEST_PAUSE_MS ? first : pause
    report(`${why}\nSe inicia de nuevo en ${Math.ceil(pause / 1000)} s.`)
    timer = setTimeout(() => {
      startedAt = Date.now()
      start().catch((error: unknown) => {
        if (timer !== undefined) again(error instanceof Error ? error.message : String(error))
      })
    }, pause)
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  }
  const cancel = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  return { again, cancel }
}

export const createService = (options: ServiceOptions): RunningService => {
  const { onDeath = () => undefined, restart } = options
  let child: ChildProcess | undefined
  const expected = new WeakSet<ChildProcess>()

  const end = async (signal: NodeJS.Signals, timeoutMs: number): Promise<void> => {
    const ending = child
    if (!ending) return
    expected.add(ending)
    if (isRunning(ending)) {
      const exited = once(ending, 'exit')
      ending.kill(signal)
      const timer = setTimeout(() => ending.kill('SIGKILL'), timeoutMs)
      await exited
      clearTimeout(timer)
    }
    if (ending.pid !== undefined) killGroup(ending.pid)
  }

  const start = async (): Promise<void> => {
    const started = spawnService(options)
    child = started
    let healthy = false
    started.once('exit', () => {
      if (healthy && !expected.has(started)) died(deathOf(options, started))
    })
    await untilHealthy(options, started)
    healthy = true
  }
  const startOrEnd = (): Promise<void> =>
    start().catch(async (error: unknown) => {
      await end('SIGKILL', 0)
      throw error
    })
  const restarts = createRestarts(startOrEnd, onDeath, restart?.firstPause)
  const died = restart === undefined ? onDeath : restarts.again
  const endForGood = (signal: NodeJS.Signals): Promise<void> => {
    restarts.cancel()
    return end(signal, STOP_MS)
  }

  return {
    get pid() {
      return isRunning(child) ? child.pid : undefined
    },
    start,
    kill: (signal = 'SIGKILL') => endForGood(signal),
    stop: () => endForGood('SIGTERM'),
  }
}
