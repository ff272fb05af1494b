import { spawn } from 'node:child_process'

/** Runs a script with this Node. @returns its exit code */
export const runProgram = (args: readonly string[], folder: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, stdio: 'inherit' })
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
