import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface BareServer {
  readonly address: string
  copy(path: string, answer: Response): Promise<void>
  stop(): Promise<void>
}

const BARE = fileURLToPath(new URL('./bare-server.ts', import.meta.url))
const ITS_OWN = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

export const startBare = async (): Promise<BareServer> => {
  const child = fork(BARE, { execArgv: [] })
  const exited = once(child, 'exit')
  const [message] = await once(child, 'message')
  const address = String(message)
  return {
    address,
    copy: async (path, answer) => {
      const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ITS_OWN.has(name)))
      const body = Buffer.from(await answer.arrayBuffer()).toString('base64')
      const text = JSON.stringify({ status: answer.status, headers, body })
      const reply = await fetch(address + path, { method: 'PUT', headers: { 'content-type': 'x/y' }, body: text })
      if (!reply.ok) throw new Error(`the bare server answered ${reply.status}`)
    },
    stop: async () => {
      child.kill()
      await exited
    },
  }
}
