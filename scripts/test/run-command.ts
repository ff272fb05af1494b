import { spawn } from 'node:child_process'

export interface CommandOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  /** Milliseconds after which the command has failed. */
  readonly timeoutMs?: number
}

/** Runs a command whose output is shown as it comes; resolves with its exit code, 1 when it could not run. */
export const runCommand = (command: string, args: readonly string[], options: CommandOptions): Promise<number> =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    })
    const stop = () => child.kill('SIGTERM')
    process.once('SIGTERM', stop)
    child.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.on('close', (code) => {
      process.off('SIGTERM', stop)
      resolve(code ?? 1)
    })
  })

/** Runs a program of the workspace's Node. */
export const runNode = (args: readonly string[], options: CommandOptions): Promise<number> =>
  runCommand(process.execPath, args, options)
