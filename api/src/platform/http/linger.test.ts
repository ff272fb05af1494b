import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { uploadFileCall } from 'shared/contract'
import { lingerAfterAnswer } from 'shared/server'
import { closeTestServers, openTestServer } from '../../../test/support/test-server.ts'

const SIZE = 6_000_000
const FIRST = 1000
const servers: Server[] = []
const clients: Socket[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy()
  for (const server of servers.splice(0)) server.close()
  await closeTestServers()
})

const answered = async (port: number): Promise<{ client: Socket; failures: Error[] }> => {
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  const failures: Error[] = []
  client.on('error', (error) => failures.push(error))
  client.write(
    `POST ${uploadFileCall.path} HTTP/1.1\r\nHost: trazo\r\nContent-Type: multipart/form-data; boundary=b\r\n`,
  )
  client.write(`Content-Length: ${SIZE}\r\n\r\n`)
  client.write(Buffer.alloc(FIRST))
  const [head] = await once(client, 'data')
  expect(String(head)).toMatch(/^HTTP\/1\.1 4\d\d /)
  return { client, failures }
}

test('after a refusal, the client can send the rest of the upload before the connection closes', async () => {
  const { app } = await openTestServer()
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const { client, failures } = await answered(Number(port))
  for (let sent = FIRST; sent < SIZE; sent += 1_000_000) {
    const chunk = Buffer.alloc(Math.min(1_000_000, SIZE - sent))
    await new Promise<void>((resolve) => client.write(chunk, () => resolve()))
  }
  await once(client, 'close')
  expect(failures).toEqual([])
})

test('the server disconnects a refused upload that stays idle', async () => {
  const server = createServer((request, response) => {
    lingerAfterAnswer(request, 20)
    response.writeHead(400, { connection: 'close' }).end()
  })
  servers.push(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const closed = new Promise((resolve) => server.once('connection', (socket) => socket.once('close', resolve)))
  await answered((server.address() as AddressInfo).port)
  await closed
})
