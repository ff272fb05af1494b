/** @jest-environment node */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { receiveBeginning } from './receive-beginning.ts'

const MOST = 1000

let server: Server
let client: Socket

const post = async (headers: string): Promise<IncomingMessage> => {
  server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write(`POST / HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`)
  const [request] = (await once(server, 'request')) as [IncomingMessage]
  return request
}
afterEach(() => {
  client.destroy()
  server.close()
})

const pattern = (size: number): Buffer => Buffer.from(Array.from({ length: size }, (_, index) => index % 251))

test.each([0, 1, MOST - 1, MOST])('a body of %i bytes of 1000 comes whole', async (size) => {
  const request = await post(`Content-Length: ${size}`)
  client.write(pattern(size))
  const body = await receiveBeginning(request, MOST)
  expect(request.complete).toBe(true)
  expect(await buffer(body)).toEqual(pattern(size))
})

test('a larger body comes from its beginning while its end is missing', async () => {
  const request = await post(`Content-Length: ${MOST * 500}`)
  client.write(pattern(MOST * 500).subarray(0, MOST + 1))
  const body = await receiveBeginning(request, MOST)
  expect(request.complete).toBe(false)
  client.write(pattern(MOST * 500).subarray(MOST + 1))
  expect(await buffer(body)).toEqual(pattern(MOST * 500))
})

test('a body in chunks of a byte comes whole', async () => {
  const request = await post('Transfer-Encoding: chunked')
  client.write('1\r\na\r\n'.repeat(MOST))
  client.write('0\r\n\r\n')
  expect(await buffer(await receiveBeginning(request, MOST))).toEqual(Buffer.alloc(MOST, 'a'))
})

test('a client that leaves within the beginning is reported', async () => {
  const request = await post('Content-Length: 10')
  client.write('abc')
  const received = receiveBeginning(request, MOST)
  client.destroy()
  await expect(received).rejects.toMatchObject({ statusCode: 408 })
})
