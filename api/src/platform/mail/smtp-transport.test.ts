import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { storedMail } from '../../../test/support/stored-mail.ts'
import { openSmtp } from './smtp-transport.ts'
import { DeferredError, type MailTransport, UndeliverableError } from './transport.ts'

const from = { name: 'Trazo', address: 'no-responder@trazo.example' }

const mail = storedMail()

let server: Server
let received = ''

const listen = (recipientReply: string): Promise<number> => {
  received = ''
  const talk = (socket: Socket): void => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (inData) {
        received += text
        if (received.endsWith('\r\n.\r\n')) {
          inData = false
          socket.write('250 ok\r\n')
        }
      } else if (/^EHLO/i.test(text)) socket.write('250 test\r\n')
      else if (/^RCPT/i.test(text)) socket.write(`${recipientReply}\r\n`)
      else if (/^DATA/i.test(text)) {
        inData = true
        socket.write('354 go\r\n')
      } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
      else socket.write('250 ok\r\n')
    })
    socket.on('error', () => undefined)
  }
  server = createServer(talk)
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

const closing: (() => void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await new Promise((resolve) => server.close(resolve))
})

const connect = async (recipientReply = '250 ok'): Promise<MailTransport> => {
  const url = `smtp://127.0.0.1:${await listen(recipientReply)}`
  const { transport, close } = openSmtp({ url, from, connections: 2 })
  closing.push(close)
  return transport
}

test('the SMTP transport sends a mail with text, HTML and the attachment', async () => {
  const send = await connect()
  await send({ mail, attachment: Buffer.from('%PDF-1.7') })
  expect(received).toContain('To: Ana Rojas <ana@example.com>')
  expect(received).toContain('Message-ID: <7@trazo.example>')
  expect(received).toContain('Content-Type: text/plain')
  expect(received).toContain('Content-Type: text/html')
  expect(received).toContain(Buffer.from('%PDF-1.7').toString('base64'))
})

test('the SMTP transport sends identical bytes when a mail is sent again', async () => {
  const send = await connect()
  await send({ mail, attachment: Buffer.from('%PDF-1.7') })
  const first = received
  received = ''
  await send({ mail: { ...mail, attempts: 2 }, attachment: Buffer.from('%PDF-1.7') })
  expect(first).toContain('Content-Type: multipart/')
  expect(received).toBe(first)
})

test('a mail has one-click unsubscribe headers only when the mail has an unsubscribe address', async () => {
  const send = await connect()
  await send({
    mail: { ...mail, unsubscribe_url: 'https://trazo.example/home/api/unsubscribe?token=abc' },
    attachment: null,
  })
  expect(received).toContain('List-Unsubscribe: <https://trazo.example/home/api/unsubscribe?token=abc>\r\n')
  expect(received).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  received = ''
  await send({ mail, attachment: null })
  expect(received).toContain('Subject:')
  expect(received).not.toContain('List-Unsubscribe')
})

test('a recipient that the server refuses permanently is undeliverable', async () => {
  const send = await connect('550 no such user')
  await expect(send({ mail, attachment: null })).rejects.toThrow(UndeliverableError)
})

test.each([
  ['451 4.7.1 too many for this domain', true],
  ['452 4.3.1 no space', true],
  ['451 later', true],
  ['450 4.2.0 greylisted', false],
  ['452 4.2.2 mailbox full', false],
  ['450 busy', false],
  ['421 4.3.2 closing', false],
])('the SMTP reply %s defers the whole domain: %s', async (reply, aboutDomain) => {
  const send = await connect(reply)
  const error = await send({ mail, attachment: null }).catch((problem: unknown) => problem)
  expect(error).toBeInstanceOf(Error)
  expect(error instanceof DeferredError).toBe(aboutDomain)
})

test('a temporary failure of the mail server does not make the mail undeliverable', async () => {
  const send = await connect('451 later')
  const failure = send({ mail, attachment: null })
  await expect(failure).rejects.toThrow('451')
  await expect(failure).rejects.not.toThrow(UndeliverableError)
})
