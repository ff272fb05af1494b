import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { postPinned } from './post-pinned.ts'

const withReceiver = async (answer: (response: ServerResponse) => void, timeLimit: number) => {
  const receiver = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const target = { url: new URL(`http://nadie.invalid:${port}/`), address: '127.0.0.1' }
  try {
    return await postPinned(target, { headers: {}, body: '{}', timeLimit })
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

test('postPinned connects to the given address and ignores the host name', async () => {
  expect(await withReceiver((response) => response.end('hola'), 5000)).toMatchObject({ status: 200, truncated: false })
})

test.each([
  ['hangs', () => undefined],
  [
    'drips',
    (response: ServerResponse) => {
      const timer = setInterval(() => response.write('a'), 10)
      response.on('close', () => clearInterval(timer))
    },
  ],
])('postPinned aborts a request when the receiver %s', async (_, answer) => {
  await expect(withReceiver(answer, 200)).rejects.toThrow('aborted')
})

test('postPinned reads at most 64 kB of a response of 100 MB', async () => {
  let left = 100
  const reply = await withReceiver((response) => {
    const more = (): void => {
      while (left > 0 && response.write(Buffer.alloc(1024 * 1024))) left -= 1
    }
    response.on('drain', more)
    more()
  }, 5000)
  expect([reply.bytes.length, reply.truncated]).toEqual([64 * 1024, true])
  expect(left).toBeGreaterThan(50)
})
