import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'

/** RFC 5321. */
export type Manner =
  | 'takes'
  | 'never-greets'
  | 'hangs-after-greeting'
  | 'hangs-with-the-whole-mail'
  | 'drops-in-the-middle'
  | 'is-busy'
  | 'refuses-the-message'

export interface StandInSmtp {
  readonly url: string
  behave(manner: Manner): void
  manner(): Manner
  readonly taken: readonly string[]
  readonly ids: readonly string[]
  stop(): Promise<void>
  start(): Promise<void>
}

const answersToMessage: Partial<Record<Manner, string>> = {
  takes: '250 2.0.0 queued',
  'is-busy': '451 4.3.2 come back later',
  'refuses-the-message': '554 5.7.1 this is not wanted here',
}

interface Talk {
  readonly manner: () => Manner
  readonly onMessage: (recipient: string, message: string) => void
}

const talk = (socket: Socket, { manner, onMessage }: Talk): void => {
  let message: string | undefined
  let recipient = ''
  const say = (line: string): void => void socket.write(`${line}\r\n`)
  const endMessage = (text: string): void => {
    message = undefined
    const answer = answersToMessage[manner()]
    if (manner() === 'takes') onMessage(recipient, text)
    if (answer !== undefined) say(answer)
  }
  const read = (text: string): void => {
    if (message !== undefined) {
      message += text
      if (manner() === 'drops-in-the-middle') socket.destroy()
      else if (message.endsWith('\r\n.\r\n')) endMessage(message)
    } else if (/^DATA/i.test(text)) {
      message = ''
      say('354 go on')
    } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
    else {
      recipient = /^RCPT TO:<(.+)>/i.exec(text)?.[1] ?? recipient
      if (manner() !== 'hangs-after-greeting') say('250 ok')
    }
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => read(chunk.toString()))
  if (manner() !== 'never-greets') say('220 stand-in')
}

export const startSmtp = async (): Promise<StandInSmtp> => {
  let manner: Manner = 'takes'
  let port = 0
  let server: Server | undefined
  const sockets = new Set<Socket>()
  const taken: string[] = []
  const ids: string[] = []
  const onMessage = (recipient: string, message: string): void => {
    taken.push(recipient)
    ids.push(/^Message-ID: (.+)\r$/im.exec(message)?.[1] ?? '')
  }
  const start = async (): Promise<void> => {
    server = createServer((socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)))
      talk(socket, { manner: () => manner, onMessage })
    }).listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address === 'object' && address !== null) port = address.port
  }
  await start()
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    ids,
    manner: () => manner,
    behave: (next) => {
      manner = next
    },
    start,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      if (server?.listening) await once(server.close(), 'close')
    },
  }
}
