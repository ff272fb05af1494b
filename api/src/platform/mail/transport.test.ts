import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { type StoredMail, smtpTransport, UndeliverableError } from './transport.ts'

const from = { name: 'Trazo', address: 'no-responder@trazo.example' }

const mail: StoredMail = {
  id: 7,
  kind: 'invitation',
  document_id: 1,
  to_name: 'Ana Rojas',
  to_address: 'ana@example.com',
  to_key: 'ana@example.com',
  subject: 'Señal',
  text_body: 'Hola',
  html_body: '<p>Hola</p>',
  attachment_name: 'a.pdf',
  invitation_id: null,
  unsubscribe_url: null,
  attachment_sha256: 'x',
  created_at: Date.UTC(2026, 0, 31),
  state: 'pending',
  attempts: 1,
  next_attempt_at: 0,
  claimed_until: null,
  claimed_by: null,
  sent_at: null,
  last_error: null,
  request_id: null,
  trace_parent: null,
}

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

afterEach(() => new Promise((resolve) => server.close(resolve)))

test('sends over SMTP with text, HTML and the attachment', async () => {
  const send = smtpTransport(`smtp://127.0.0.1:${await listen('250 ok')}`, from)
  await send({ mail, attachment: Buffer.from('%PDF-1.7') })
  expect(received).toContain('To: Ana Rojas <ana@example.com>')
  expect(received).toContain('Message-ID: <7@trazo.example>')
  expect(received).toContain('Content-Type: text/plain')
  expect(received).toContain('Content-Type: text/html')
  expect(received).toContain(Buffer.from('%PDF-1.7').toString('base64'))
})

test('a mail that is handed over twice is the same to the last byte', async () => {
  const send = smtpTransport(`smtp://127.0.0.1:${await listen('250 ok')}`, from)
  await send({ mail, attachment: Buffer.from('%PDF-1.7') })
  const first = received
  received = ''
  await send({ mail: { ...mail, attempts: 2 }, attachment: Buffer.from('%PDF-1.7') })
  expect(first).toContain('Content-Type: multipart/')
  expect(received).toBe(first)
})

test('lets the mail program end such mails by itself, where there is something to end', async () => {
  const send = smtpTransport(`smtp://127.0.0.1:${await listen('250 ok')}`, from)
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

test('a recipient that the server refuses for good is undeliverable', async () => {
  const send = smtpTransport(`smtp://127.0.0.1:${await listen('550 no such user')}`, from)
  await expect(send({ mail, attachment: null })).rejects.toThrow(UndeliverableError)
})

test('a server that is busy is tried again', async () => {
  const send = smtpTransport(`smtp://127.0.0.1:${await listen('451 later')}`, from)
  const failure = send({ mail, attachment: null })
  await expect(failure).rejects.toThrow('451')
  await expect(failure).rejects.not.toThrow(UndeliverableError)
})
