import { spawn } from 'node:child_process'

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds after which the command has failed. */
  readonly timeoutMs?: number
  /** What the command prints: shown as it comes (the default), only when it fails, or not at all. */
  readonly output?: 'shown' | 'on-failure' | 'hidden'
}

/** Runs a command; resolves with its exit code, 1 when it could not run or was ended. */
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
    const keep = (chunk: Buffer): void => {
      printed += chunk
    }
    child.stdout?.on('data', keep)
    child.stderr?.on('data', keep)
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

/** Runs a program of the workspace's Node. */
export const runNode = (args: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(process.execPath, args, options)
