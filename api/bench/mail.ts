/** Sends mails to a server that takes a while for each. */

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { parseArgs } from 'node:util'
import { CODE_CONNECTIONS } from '../src/domain/mail/dispatcher.ts'
import { openOutbox } from '../src/domain/mail/test-support/open-outbox.ts'
import { openSmtp } from '../src/platform/mail/smtp-transport.ts'

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '1000' },
    connections: { type: 'string', default: '5' },
    /** Milliseconds. */
    delay: { type: 'string', default: '200' },
  },
})
const [mails, connections, delay] = [values.mails, values.connections, values.delay].map(Number) as [
  number,
  number,
  number,
]

const ids = new Set<string>()
let received = 0

const talk = (socket: Socket): void => {
  let message: string | undefined
  const confirm = (): void => {
    received += 1
    ids.add(/^Message-ID: (.+)\r$/im.exec(message ?? '')?.[1] ?? '')
    message = undefined
    setTimeout(() => socket.write('250 ok\r\n'), delay)
  }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const text = chunk.toString('latin1')
    if (message !== undefined) {
      message += text
      if (message.endsWith('\r\n.\r\n')) confirm()
    } else if (/^DATA/i.test(text)) {
      message = ''
      socket.write('354 go on\r\n')
    } else if (/^QUIT/i.test(text)) socket.end('221 bye\r\n')
    else socket.write('250 ok\r\n')
  })
  socket.write('220 slow\r\n')
}

const server = createServer(talk).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = server.address()
const port = typeof address === 'object' && address !== null ? address.port : 0
const from = { name: 'Trazo', address: 'no-responder@trazo.example' }
const smtp = openSmtp({ url: `smtp://127.0.0.1:${port}`, from, connections: connections + CODE_CONNECTIONS })
const outbox = await openOutbox({ now: Date.now })
for (let n = 0; n < mails; n += 1) await outbox.queue(`p${n}@example.com`)
const relay = await outbox.openRelay(smtp.transport, { connections })

const started = performance.now()
const tried = await relay.tick()
const seconds = (performance.now() - started) / 1000
process.stdout.write(
  `${tried} mails over ${connections} connections, ${delay} ms each: ${seconds.toFixed(1)} s; ` +
    `${received} arrived, ${received - ids.size} twice\n`,
)
smtp.close()
server.close()
await outbox.remove()
