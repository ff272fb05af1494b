import { createTestClock } from '../../../test/support/test-server.ts'
import { HEARTBEAT_MS, UNREAD_MAX } from './constants.ts'
import { type EventStreamOptions, openEventStream } from './event-stream.ts'

const event = { kind: 'changed', document_id: 7 } as const

const open = (options: Partial<EventStreamOptions> = {}) => {
  const clock = createTestClock()
  const closed = jest.fn()
  const stream = openEventStream({
    clock: clock.now,
    every: clock.every,
    isAllowed: async () => true,
    unsent: () => 0,
    onClose: closed,
    ...options,
  })
  return { clock, stream, closed }
}

const settled = (stream: ReturnType<typeof openEventStream>): Promise<void> =>
  new Promise((resolve) => {
    stream.body.once('close', resolve)
  })

test('events that arrive during the permission check are sent together and in order after one check', async () => {
  const isAllowed = jest.fn(async () => true)
  const { stream } = open({ isAllowed })
  for (const document_id of [1, 2, 3]) stream.send({ kind: 'changed', document_id })
  stream.body.setEncoding('utf8')
  const parts: unknown[] = []
  for await (const part of stream.body) {
    parts.push(part)
    if (parts.join('').includes('3}')) break
  }
  const line = (id: number) => `data: {"kind":"changed","document_id":${id}}\n\n`
  expect(parts.join('')).toBe(`: conectado\n\n${line(1)}${line(2)}${line(3)}`)
  expect(isAllowed).toHaveBeenCalledTimes(1)
})

test('ending a stream sends an end event to a reading client and disconnects a stuck client', async () => {
  const reading = open()
  const ended = jest.fn()
  reading.stream.body.on('end', ended).resume()
  reading.stream.end()
  await settled(reading.stream)
  const stuck = open({ unsent: () => 1 })
  stuck.stream.body.on('end', ended).resume()
  stuck.stream.end()
  await settled(stuck.stream)
  expect(ended).toHaveBeenCalledTimes(1)
  expect([reading.closed.mock.calls.length, stuck.closed.mock.calls.length]).toEqual([1, 1])
})

test('the stream closes immediately when its unsent bytes exceed the limit', async () => {
  const network = open({ unsent: () => UNREAD_MAX })
  network.stream.send(event)
  expect(network.stream.body.destroyed).toBe(true)
  const database = open({ isAllowed: () => new Promise(() => undefined) })
  while (!database.stream.body.destroyed) database.stream.send(event)
  expect(database.closed).toHaveBeenCalledTimes(1)
})

test('the stream closes with the error when its permission check fails', async () => {
  const failure = new Error('the database is unavailable')
  const { stream, closed } = open({ isAllowed: () => Promise.reject(failure) })
  const failed = jest.fn()
  stream.body.on('error', failed)
  stream.send(event)
  await settled(stream)
  expect(failed).toHaveBeenCalledWith(failure)
  expect(closed).toHaveBeenCalledTimes(1)
})

test('after its end, the stream runs no permission check for later events', async () => {
  const isAllowed = jest.fn(async () => true)
  const { stream, clock } = open({ isAllowed })
  stream.body.resume()
  stream.end()
  stream.end()
  stream.send(event)
  await settled(stream)
  clock.advance(3 * HEARTBEAT_MS)
  stream.send(event)
  expect(isAllowed).not.toHaveBeenCalled()
})
