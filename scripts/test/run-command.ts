import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

interface Common {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly timeoutMs?: number
}

type Output =
  | { readonly output?: 'shown' | 'on-failure' | 'hidden' }
  | { readonly output: 'logged'; readonly logFile: string; readonly onLine?: (line: string) => void }

type CommandOptions = Common & Output

const logOutput = ({ stdout, stderr }: ChildProcess, logFile: string, onLine?: (line: string) => void): void => {
  const log = createWriteStream(logFile)
  for (const source of [stdout, stderr]) source?.pipe(log, { end: false })
  if (onLine && stderr) createInterface({ input: stderr }).on('line', onLine)
}

const collectOutput = (child: ChildProcess): (() => string) => {
  let printed = ''
  for (const source of [child.stdout, child.stderr])
    source?.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  return () => printed
}

/** Also stops the child if this process is stopped. */
const exitCodeOf = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => {
    const stop = () => {
      child.kill('SIGTERM')
    }
    process.on('SIGTERM', stop)
    child.on('close', (code) => {
      process.off('SIGTERM', stop)
      resolve(code !== null && code >= 0 ? code : 1)
    })
  })

/**
 * Returns the exit code; 1 if the
 * command did not start or was killed.
 */
export const runCommand = async (
  command: string,
  args: readonly string[],
  options: CommandOptions,
): Promise<number> => {
  const stream = options.output === 'shown' || options.output === undefined ? 'inherit' : 'pipe'
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', stream, stream],
    ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
  })
  child.on('error', ({ message }) => {
    if (options.output !== 'hidden') console.error(message)
  })
  if (options.output === 'logged') {
    logOutput(child, options.logFile, options.onLine)
    return exitCodeOf(child)
  }
  const printed = collectOutput(child)
  const code = await exitCodeOf(child)
  if (code !== 0 && options.output !== 'hidden' && printed() !== '') console.error(printed().trimEnd())
  return code
}

export const runNode = (args: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(process.execPath, args, options)
