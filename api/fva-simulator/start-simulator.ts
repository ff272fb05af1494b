import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { SimulatorBehaviour } from './simulator.ts'

export interface RunningSimulator {
  readonly variables: Readonly<Record<string, string>>
  readonly folder: string
  order(order: Partial<SimulatorBehaviour> & { readonly release?: boolean }): Promise<void>
  stop(): Promise<void>
}

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** @param since start of its certificates, ISO 8601 */
export const startSimulator = async (since?: string): Promise<RunningSimulator> => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-fva-'))
  const options = ['--folder', folder, '--port', '0', '--delay', '0', '--orders']
  const child = spawn(process.execPath, [MAIN, ...options, ...(since === undefined ? [] : ['--since', since])], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async (): Promise<string> => {
    const { value } = await lines.next()
    if (value === undefined) throw new Error('the simulator of the FVA ended')
    return value
  }
  const variables: Record<string, string> = JSON.parse(await next())
  return {
    variables,
    folder,
    order: async (order) => {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      await next()
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}
