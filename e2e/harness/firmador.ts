import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../scripts/free-port.ts'
import { inWorkspace } from '../../scripts/workspace.ts'
import { test } from './trazo.ts'

interface StandInOrder {
  readonly open?: boolean
  readonly person?: {
    readonly origin?: 'allowed' | 'asked' | 'refused'
    readonly pin?: 'entered' | 'refused' | 'waits'
    readonly cards?: readonly string[]
  }
}

interface StandIn {
  readonly authorities: string
  readonly browserArgument: string
  order(order: StandInOrder): Promise<void>
  stop(): Promise<void>
}

export const cards = {
  ana: { identification: 'CPF-01-0234-0567', digits: '102340567', name: 'ANA ROJAS MORA (FIRMA)' },
  luis: { identification: 'CPF-02-0345-0678', digits: '203450678', name: 'LUIS VARGAS SOLÍS (FIRMA)' },
} as const

/** Every site asks it here (`mf-signing/src/agent/firmador/constants.ts`). */
const FIRMADOR = '127.0.0.1:3516'

const startStandIn = async (): Promise<StandIn> => {
  const folder = mkdtempSync(join(tmpdir(), 'trazo-firmador-'))
  const authorities = join(folder, 'autoridades.pem')
  const script = inWorkspace('api/test/support/stand-in-firmador/main.ts')
  const port = await freePort()
  const child = spawn(process.execPath, [script, authorities, String(port)], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const done = async (): Promise<void> => {
    const { value } = await lines.next()
    if (value !== 'done') throw new Error('the stand-in for Firmador ended')
  }
  await done()
  return {
    authorities,
    browserArgument: `--host-resolver-rules=MAP ${FIRMADOR} 127.0.0.1:${port}`,
    order: async (order) => {
      child.stdin.write(`${JSON.stringify(order)}\n`)
      await done()
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

export const withStandIn = test.extend<object, { standIn: StandIn }>({
  standIn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern for fixture dependencies
    async ({}, use) => {
      const standIn = await startStandIn()
      await use(standIn)
      await standIn.stop()
    },
    { scope: 'worker' },
  ],
})
