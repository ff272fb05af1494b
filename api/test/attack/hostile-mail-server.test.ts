import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { scaled } from 'shared/testing/limits'
import { openSmtp } from '../../src/platform/mail/smtp-transport.ts'
import { DeferredError } from '../../src/platform/mail/transport.ts'
import { storedMail } from '../support/stored-mail.ts'

const from = { name: 'Trazo', address: 'no-responder@trazo.example' }
/** Milliseconds. */
const TIMEOUTS = { connect: scaled(300), step: scaled(300), confirmation: scaled(900), whole: scaled(3000) }
/** For a server that answers at once: only a hang may end them. */
const PATIENT = { connect: scaled(10_000), step: scaled(10_000), confirmation: scaled(10_000), whole: scaled(30_000) }

let server: Server
let closeSmtp: () => void
let commands: string[]
let messages: string[]
const sockets = new Set<Socket>()
const timers = new Set<NodeJS.Timeout>()

const forever = (socket: Socket, line: string): void => {
  timers.add(setInterval(() => socket.write(line), 20))
}

/** The recipient's local part decides how it fails. */
const talk = (socket: Socket): void => {
  let to = ''
  let message: string | undefined
  const confirm = (): void => {
    messages.push(message ?? '')
    message = undefined
    if (to === 'trickles') forever(socket, '250-wait\r\n')
    else if (to === 'confirms-late') timers.add(setTimeout(() => socket.write('250 ok\r\n'), 600))
    else socket.write('250 ok\r\n')
  }
  const obey = (line: string): void => {
    commands.push(line)
    to = /^RCPT TO:<(.*)@/i.exec(line)?.[1] ?? to
    const isRecipient = /^RCPT/i.test(line)
    if (isRecipient && to === 'hangs') return
    if (isRecipient && to === 'endless') forever(socket, '250-more\r\n')
    else if (isRecipient && to === 'floods') socket.write(`250-${'x'.repeat(2 ** 21)}`)
    else if (isRecipient && to === 'drops') socket.destroy()
    else if (/^DATA/i.test(line)) {
      message = ''
      socket.write('354 go on\r\n')
    } else socket.write('250 ok\r\n')
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    if (message === undefined) {
      for (const line of chunk.toString('latin1').split('\r\n').filter(Boolean)) obey(line)
      return
    }
    message += chunk.toString('latin1')
    if (message.endsWith('\r\n.\r\n')) confirm()
  })
  socket.write('220 test\r\n')
}

beforeEach(async () => {
  commands = []
  messages = []
  server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)))
    talk(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  closeSmtp()
  for (const timer of timers) clearTimeout(timer)
  for (const socket of sockets) socket.destroy()
  await once(server.close(), 'close')
})

const open = (connections: number, timeouts = TIMEOUTS) => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { transport, close } = openSmtp({ url: `smtp://127.0.0.1:${port}`, from, connections, timeouts })
  closeSmtp = close
  return (id: number, to: string) => transport({ mail: storedMail({ id, to_address: to }), attachment: null })
}

test.each(['hangs', 'endless', 'floods', 'drops', 'trickles'])(
  'a hostile SMTP conversation (%s) fails by itself and delays only its own connection',
  async (manner) => {
    const send = open(2)
    const order: string[] = []
    const hostile = send(1, `${manner}@example.com`).then(
      () => 'sent',
      (error: unknown) => {
        order.push('ended')
        return error
      },
    )
    for (let id = 2; id < 8; id += 1) await send(id, 'ana@example.com').then(() => order.push('sent'))
    const error = await hostile
    expect(error).toBeInstanceOf(Error)
    if (manner !== 'drops' && manner !== 'floods') {
      expect(error).toBeInstanceOf(DeferredError)
      expect(order.at(-1)).toBe('ended')
    }
    await send(9, 'ana@example.com')
    expect(messages.filter((message) => message.includes('ana@example.com'))).toHaveLength(7)
  },
)

test('the transport waits for a late 250, so the mail is not sent twice', async () => {
  await open(1)(1, 'confirms-late@example.com')
  expect(messages).toHaveLength(1)
})

test('the transport reuses connections and opens no more than its limit', async () => {
  const send = open(2, PATIENT)
  await Promise.all(Array.from({ length: 12 }, (_, id) => send(id + 1, 'ana@example.com')))
  expect(messages).toHaveLength(12)
  expect(commands.filter((line) => /^EHLO/i.test(line))).toHaveLength(2)
})

test.each([
  'ana@example.com>\r\nRCPT TO:<otro@example.com',
  'ana@example.com\r\nBcc: otro@example.com',
  'ana@example.com> SIZE=1\r\nDATA\r\n',
])('an unchecked address cannot inject an SMTP command: %j', async (address) => {
  await open(1)(1, address).catch(() => undefined)
  const recipients = commands.filter((line) => /^RCPT/i.test(line))
  expect(recipients.length).toBeLessThanOrEqual(1)
  expect(recipients.join()).not.toMatch(/<otro@/)
  expect(commands.filter((line) => /^DATA/i.test(line)).length).toBeLessThanOrEqual(1)
  for (const message of messages) expect(message.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
})
