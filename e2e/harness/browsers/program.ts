import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { scaled } from 'shared/testing/limits'

/** Milliseconds; the machine may be busy. */
const START_MS = scaled(60_000)
/** Milliseconds between SIGTERM and SIGKILL. */
const STOP_MS = 5000

export interface Program {
  /**
   * Waits for output.
   * @throws Error with the output if the program exits first
   */
  printed(pattern: RegExp): Promise<string>
  isRunning(): boolean
  /** Includes the programs that it started. */
  stop(): Promise<void>
}

const signalGroup = ({ pid }: ChildProcess, signal: NodeJS.Signals): void => {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The group is empty.
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess): boolean =>
  pid !== undefined && exitCode === null && signalCode === null

const stopGroup = async (child: ChildProcess): Promise<void> => {
  if (isRunning(child)) {
    const exited = once(child, 'exit')
    signalGroup(child, 'SIGTERM')
    const timer = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_MS)
    await exited
    clearTimeout(timer)
  }
  signalGroup(child, 'SIGKILL')
}

export const startProgram = (
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Program => {
  const child = spawn(command, args, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const kill = (): void => signalGroup(child, 'SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let output = ''
  for (const source of [child.stdout, child.stderr])
    source.on('data', (chunk: Buffer) => {
      output += chunk
    })
  const failure = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} exited with ${code}:\n${output}`)))
  })
  failure.catch(() => undefined)

  const match = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${command} printed no ${pattern}:\n${output}`)), START_MS)
      const look = (): void => {
        const found = pattern.exec(output)?.[1]
        if (found === undefined) return
        clearTimeout(timer)
        for (const source of [child.stdout, child.stderr]) source.off('data', look)
        resolve(found)
      }
      for (const source of [child.stdout, child.stderr]) source.on('data', look)
      look()
    })

  return {
    printed: (pattern) => Promise.race([match(pattern), failure]),
    isRunning: () => isRunning(child),
    stop: () => stopGroup(child),
  }
}
