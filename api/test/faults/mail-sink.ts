import { createServer, type Socket } from 'node:net'

export interface AcceptedMail {
  /** Outbox id, from the Message-ID. */
  readonly id: number
  readonly to: string
  readonly raw: string
  /** Milliseconds of the wall clock, rounded down. */
  readonly time: number
}

export interface MailSink {
  readonly url: string
  readonly accepted: readonly AcceptedMail[]
  /** Called once, before the reply. */
  onNext: (() => void) | undefined
  to(address: string, count: number): Promise<readonly AcceptedMail[]>
  close(): Promise<void>
}

interface Waiting {
  readonly address: string
  readonly count: number
  readonly resolve: (mails: readonly AcceptedMail[]) => void
}

const END = '\r\n.\r\n'

const converse = (socket: Socket, keep: (to: string, raw: string) => void): void => {
  let received = ''
  let to = ''
  let inData = false
  const answer = (line: string): void => {
    if (/^RCPT TO:<(.*)>/i.test(line)) to = /<(.*)>/.exec(line)?.[1] ?? ''
    inData = /^DATA/i.test(line)
    if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
    else socket.write(inData ? '354 go on\r\n' : '250 ok\r\n')
  }
  const message = (): boolean => {
    const end = received.indexOf(END)
    if (end < 0) return false
    keep(to, received.slice(0, end))
    received = received.slice(end + END.length)
    inData = false
    socket.write('250 kept\r\n')
    return true
  }
  const line = (): boolean => {
    const end = received.indexOf('\r\n')
    if (end < 0) return false
    const command = received.slice(0, end)
    received = received.slice(end + 2)
    answer(command)
    return true
  }
  socket.setEncoding('latin1')
  socket.on('error', () => undefined)
  socket.on('data', (chunk: string) => {
    received += chunk
    while (inData ? message() : line());
  })
  socket.write('220 sink\r\n')
}

/** @param earlier what it has accepted before */
export const openMailSink = async (earlier: readonly AcceptedMail[] = []): Promise<MailSink> => {
  const accepted: AcceptedMail[] = [...earlier]
  const waiting = new Set<Waiting>()
  const mailsTo = (address: string) => accepted.filter(({ to }) => to === address)
  const serve = (one: Waiting): void => {
    const mails = mailsTo(one.address)
    if (mails.length >= one.count && waiting.delete(one)) one.resolve(mails)
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, (to, raw) => {
      accepted.push({ id: Number(/^Message-ID: <(\d+)@/im.exec(raw)?.[1]), to, raw, time: Date.now() })
      const hook = sink.onNext
      sink.onNext = undefined
      hook?.()
      for (const one of waiting) serve(one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new TypeError('the sink has no port')
  const sink: MailSink = {
    url: `smtp://127.0.0.1:${address.port}`,
    accepted,
    onNext: undefined,
    to: (to, count) =>
      new Promise((resolve) => {
        const one = { address: to, count, resolve }
        waiting.add(one)
        serve(one)
      }),
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return sink
}
