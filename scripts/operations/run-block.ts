import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inWorkspace } from '../workspace.ts'
import type { CommandBlock } from './page-commands.ts'

/** @throws Error with the line of a block that fails */
export const runBlock = ({ line, text }: CommandBlock): void => {
  console.log(`docs/operations.md:${line}\n${text.trimEnd()}`)
  const { status } = spawnSync('bash', ['-euo', 'pipefail', '-c', text], { cwd: inWorkspace(), stdio: 'inherit' })
  if (status === 0) return
  for (const name of readdirSync('/run').filter((file) => file.endsWith('.log')))
    console.error(`${name}:\n${readFileSync(join('/run', name), 'utf8').slice(-3000)}`)
  throw new Error(`the block at docs/operations.md:${line} ended with ${status}`)
}
