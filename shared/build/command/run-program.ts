import { spawn } from 'node:child_process'

/** Runs a script with this Node. @returns its exit code */
export const runProgram = (args: readonly string[], folder: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' })
    const stop = () => void child.kill('SIGTERM')
    process.on('SIGTERM', stop)
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('SIGTERM', stop)
      resolve(code ?? 1)
    })
  })
