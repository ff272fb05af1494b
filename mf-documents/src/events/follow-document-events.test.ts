/** @jest-environment node */
import type { FileEvent } from 'shared/contract'
import { EventWire } from '../testing/event-wire.ts'
import { POLL_MS, SHORTEST_STREAM_MS, SILENCE_MS } from './constants.ts'
import { followDocuments } from './follow-document-events.ts'

const changed = (document_id: number): FileEvent => ({ kind: 'changed', document_id })
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms)

const follow = ({ visible = true, refused = false, contentType = 'text/event-stream; charset=utf-8' } = {}) => {
  const world = { visible, refused, contentType }
  const opened: { wire: EventWire; signal: AbortSignal }[] = []
  const received: (FileEvent | 'missed' | `opened at ${string}`)[] = []
  const watchers = new Set<() => void>()
  let attempts = 0
  const stop = followDocuments(
    {
      onEvent: (event) => received.push(event),
      onOpened: (at) => received.push(at === undefined ? 'missed' : `opened at ${at}`),
      onMissed: () => received.push('missed'),
    },
    {
      open: async (signal) => {
        attempts += 1
        if (world.refused) throw new Error('503')
        const wire = new EventWire()
        opened.push({ wire, signal })
        return new Response(wire.body as ReadableStream, { headers: { 'content-type': world.contentType } })
      },
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      now: () => Date.now(),
      random: () => 0,
      isVisible: () => world.visible,
      onVisibility: (run) => {
        watchers.add(run)
        return () => watchers.delete(run)
      },
    },
  )
  const show = (next: boolean) => {
    world.visible = next
    for (const run of watchers) run()
  }
  const wire = (index = -1) => {
    const stream = opened.at(index)
    if (!stream) throw new Error('no stream was opened')
    return stream
  }
  return { stop, world, show, wire, received, opened, attempts: () => attempts, watchers }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('after the stream opens, the client requests the list once and reads events split across chunks', async () => {
  const page = follow()
  await settle()
  expect(page.received).toEqual(['missed'])
  const { wire } = page.wire()
  wire.write(': conectado\n\ndata: {"kind":"chan')
  await settle()
  wire.write('ged","document_id":7}\r\n\r\ndata: {"kind":"deleted","document_id":8}\n\n:\n\n')
  await settle()
  expect(page.received).toEqual(['missed', changed(7), { kind: 'deleted', document_id: 8 }])
  page.stop()
})

test('the client ignores unknown and malformed events', async () => {
  const page = follow()
  await settle()
  const { wire } = page.wire()
  wire.write('data: {"kind":"renamed","document_id":7}\n\ndata: {broken\n\nevent: x\nid: 1\ndata: \n\n')
  wire.send(changed(9))
  await settle()
  expect(page.received).toEqual(['missed', changed(9)])
  page.stop()
})

test('when a stream ends normally, the client reopens it immediately and requests the list once', async () => {
  const page = follow()
  await settle(SHORTEST_STREAM_MS)
  page.wire().wire.end()
  await settle()
  expect(page.opened).toHaveLength(2)
  expect(page.received).toEqual(['missed', 'missed'])
  page.wire().wire.send(changed(7))
  await settle()
  expect(page.received.at(-1)).toEqual(changed(7))
  page.stop()
})

test('when the server closes the stream immediately, the client pauses before it reconnects', async () => {
  const page = follow()
  await settle()
  page.wire().wire.end()
  await settle(1999)
  expect(page.opened).toHaveLength(1)
  await settle(1)
  expect(page.opened).toHaveLength(2)
  page.stop()
})

test('while the stream is unavailable, the client polls every 15 s and reconnects less and less often', async () => {
  const page = follow({ refused: true })
  await settle()
  expect(page.received).toEqual([])
  const attemptsAt: number[] = []
  for (let second = 0; second < 120; second += 1) {
    const before = page.attempts()
    await settle(1000)
    if (page.attempts() > before) attemptsAt.push(second + 1)
  }
  expect(attemptsAt).toEqual([2, 6, 14, 30, 62])
  expect(page.received).toEqual(Array(Math.floor(120_000 / POLL_MS)).fill('missed'))

  page.world.refused = false
  await settle(2000)
  expect(page.opened).toHaveLength(1)
  page.received.length = 0
  await settle(SILENCE_MS - 1)
  expect(page.received).toEqual([])
  page.stop()
})

test('after a stream breaks off, the client reconnects after 2 s and requests the list once', async () => {
  const page = follow()
  await settle(SHORTEST_STREAM_MS)
  page.wire().wire.breakOff()
  await settle()
  expect(page.opened).toHaveLength(1)
  await settle(2000)
  expect(page.opened).toHaveLength(2)
  expect(page.received).toEqual(['missed', 'missed'])
  page.wire().wire.write(':\n\n')
  await settle(POLL_MS)
  expect(page.received).toEqual(['missed', 'missed'])
  page.stop()
})

test('the client reconnects a silent stream, and comments keep a stream open', async () => {
  const page = follow()
  await settle(SILENCE_MS - 1)
  page.wire().wire.write(':\n\n')
  await settle(SILENCE_MS - 1)
  expect(page.wire(0).signal.aborted).toBe(false)
  await settle(1)
  expect(page.wire(0).signal.aborted).toBe(true)
  await settle(2000)
  expect(page.opened).toHaveLength(2)
  page.stop()
})

test('a response that is not an event stream counts as a failure', async () => {
  const page = follow({ contentType: 'text/html' })
  await settle(2000)
  expect(page.attempts()).toBe(2)
  page.stop()
})

test('a page in the background closes its stream, and requests the list when it is visible again', async () => {
  const page = follow()
  await settle()
  page.show(false)
  expect(page.wire(0).signal.aborted).toBe(true)
  page.wire(0).wire.send(changed(7))
  await settle(10 * POLL_MS)
  expect(page.received).toEqual(['missed'])
  page.show(true)
  await settle()
  expect(page.opened).toHaveLength(2)
  expect(page.received).toEqual(['missed', 'missed'])
  page.stop()
})

test('a hidden page neither streams nor polls', async () => {
  const page = follow({ refused: true })
  await settle(POLL_MS)
  expect(page.received).toEqual(['missed'])
  page.show(false)
  const attempts = page.attempts()
  await settle(10 * POLL_MS)
  expect(page.received).toEqual(['missed'])
  expect(page.attempts()).toBe(attempts)
  page.stop()
})

test('a page that loads in the background opens its stream when it becomes visible', async () => {
  const page = follow({ visible: false })
  await settle(POLL_MS)
  expect(page.attempts()).toBe(0)
  page.show(true)
  await settle()
  expect(page.opened).toHaveLength(1)
  page.stop()
})

test.each([false, true])(
  'stopping ends the stream, the timers and the visibility listeners (refused: %s)',
  async (refused) => {
    const page = follow({ refused })
    await settle()
    page.stop()
    expect(page.watchers.size).toBe(0)
    expect(page.opened.every(({ signal }) => signal.aborted)).toBe(true)
    expect(jest.getTimerCount()).toBe(0)
  },
)
