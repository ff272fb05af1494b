import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface SmtpServer {
  readonly url: string
  /** Recipients, in order. */
  readonly delivered: readonly string[]
  /** Empty if there is no message. */
  lastTo(address: string): string
  /** Rejects this recipient from now on (RFC 5321, 4.2.3: 550). */
  refuse(address: string): void
  stop(): Promise<void>
}

const ADDRESS = /<([^<>]*)>/

const speak = (
  socket: Socket,
  isRefused: (address: string) => boolean,
  onMail: (to: string, raw: string) => void,
): void => {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let to = ''
  let raw = ''
  let inMail = false
  const read = (line: string) => {
    if (line !== '.') {
      raw += `${line}\r\n`
      return
    }
    inMail = false
    onMail(to, raw)
    raw = ''
    say('250 2.0.0 OK')
  }
  const obey = (line: string) => {
    const command = line.slice(0, 4).toUpperCase()
    if (command === 'QUIT') {
      socket.end('221 2.0.0 Bye\r\n')
      return
    }
    if (command === 'RCPT') to = ADDRESS.exec(line)?.[1] ?? ''
    inMail = command === 'DATA'
    say(inMail ? '354 Go on' : command === 'RCPT' && isRefused(to) ? '550 5.1.1 User unknown' : '250 2.0.0 OK')
  }
  say('220 buzon.example ESMTP')
  createInterface({ input: socket }).on('line', (line) => (inMail ? read(line) : obey(line)))
  socket.on('error', () => socket.destroy())
}

export const startSmtpServer = async (): Promise<SmtpServer> => {
  const refused = new Set<string>()
  const delivered: string[] = []
  const messages = new Map<string, string>()
  const server = createServer((socket) =>
    speak(
      socket,
      (address) => refused.has(address),
      (to, raw) => {
        delivered.push(to)
        messages.set(to, raw)
      },
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}?ignoreTLS=true`,
    delivered,
    lastTo: (who) => messages.get(who) ?? '',
    refuse: (who) => refused.add(who),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
