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

export type CommandOptions = Common & Output

type Logged = Extract<Output, { readonly output: 'logged' }>

const logOutput = ({ stdout, stderr }: ChildProcess, { logFile, onLine }: Logged): void => {
  const log = createWriteStream(logFile)
  for (const source of [stdout, stderr]) source?.pipe(log, { end: false })
  if (onLine && stderr) createInterface({ input: stderr }).on('line', onLine)
}

/**
 * Returns the exit code; 1 if the
 * command did not start or was killed.
 */
export const runCommand = (command: string, args: readonly string[], options: CommandOptions): Promise<number> =>
  new Promise((resolve) => {
    const stream = options.output === 'shown' || options.output === undefined ? 'inherit' : 'pipe'
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', stream, stream],
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    })
    let printed = ''
    if (options.output === 'logged') logOutput(child, options)
    else
      for (const source of [child.stdout, child.stderr])
        source?.on('data', (chunk: Buffer) => {
          printed += chunk
        })
    child.on('error', ({ message }) => {
      printed += message
    })
    const stop = () => {
      child.kill('SIGTERM')
    }
    process.on('SIGTERM', stop)
    child.on('close', (code) => {
      process.off('SIGTERM', stop)
      if (code !== 0 && options.output !== 'hidden' && printed !== '') console.error(printed.trimEnd())
      resolve(code !== null && code >= 0 ? code : 1)
    })
  })

export const runNode = (args: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(process.execPath, args, options)
