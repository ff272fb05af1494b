import { PNPM } from '../bootstrap.mjs'
import { runCommand } from '../test/run-command.ts'

/** @returns the exit code */
export const runPnpm = (args: readonly string[], folder: string): Promise<number> =>
  runCommand('npx', ['--yes', PNPM, ...args], { cwd: folder, output: 'on-failure' })
