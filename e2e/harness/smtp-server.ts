import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface SmtpServer {
  /** For `SMTP_URL`. */
  readonly url: string
  /** Whom a mail reached, in order. */
  readonly delivered: readonly string[]
  /** From now on nobody has this address (RFC 5321, 4.2.3: 550). */
  refuse(address: string): void
  stop(): Promise<void>
}

const ADDRESS = /<([^<>]*)>/

/** Speaks with one client; answers whom it may write to by `isRefused`. */
const speak = (socket: Socket, isRefused: (address: string) => boolean, onMail: (to: string) => void): void => {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let to = ''
  let inMail = false
  const read = (line: string) => {
    if (line !== '.') return
    inMail = false
    onMail(to)
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

/** A mail server on this machine that keeps only whom it was asked to deliver to. */
export const startSmtpServer = async (): Promise<SmtpServer> => {
  const refused = new Set<string>()
  const delivered: string[] = []
  const server = createServer((socket) =>
    speak(
      socket,
      (address) => refused.has(address),
      (to) => delivered.push(to),
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}?ignoreTLS=true`,
    delivered,
    refuse: (who) => refused.add(who),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
