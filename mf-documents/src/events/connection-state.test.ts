import fc from 'fast-check'
import {
  type ConnectionEvent,
  type ConnectionState,
  isPolling,
  nextConnection,
  reconnectPause,
} from './connection-state.ts'

const asleep: ConnectionState = { kind: 'asleep' }
const connecting = (failures = 0): ConnectionState => ({ kind: 'connecting', failures })
const open: ConnectionState = { kind: 'open' }
const broken = (failures: number): ConnectionState => ({ kind: 'broken', failures })

test.each<[ConnectionState, ConnectionEvent, ConnectionState]>([
  [asleep, 'shown', connecting()],
  [asleep, 'opened', asleep],
  [asleep, 'ended', asleep],
  [asleep, 'failed', asleep],
  [asleep, 'retry due', asleep],
  [asleep, 'hidden', asleep],
  [connecting(), 'opened', open],
  [connecting(), 'failed', broken(1)],
  [connecting(), 'ended', broken(1)],
  [connecting(3), 'opened', open],
  [connecting(3), 'failed', broken(4)],
  [connecting(3), 'shown', connecting(3)],
  [connecting(3), 'retry due', connecting(3)],
  [connecting(3), 'hidden', asleep],
  [open, 'ended', connecting()],
  [open, 'failed', broken(1)],
  [open, 'opened', open],
  [open, 'shown', open],
  [open, 'retry due', open],
  [open, 'hidden', asleep],
  [broken(2), 'retry due', connecting(2)],
  [broken(2), 'opened', broken(2)],
  [broken(2), 'ended', broken(2)],
  [broken(2), 'failed', broken(2)],
  [broken(2), 'shown', broken(2)],
  [broken(2), 'hidden', asleep],
])('from %o, the event %s leads to %o', (from, event, to) => {
  const next = nextConnection(from, event)
  expect(next).toEqual(to)
  if (from.kind === to.kind) expect(next).toBe(from)
})

test.each([
  [asleep, false],
  [connecting(), false],
  [connecting(1), true],
  [open, false],
  [broken(1), true],
])('with the connection %o, the page polls the list: %s', (connection, polling) => {
  expect(isPolling(connection)).toBe(polling)
})

test.each([
  [1, 2000],
  [2, 4000],
  [3, 8000],
  [5, 32_000],
  [6, 60_000],
  [60, 60_000],
])('after %i failures in a row the pause is %i ms', (failures, pause) => {
  expect(reconnectPause(failures, 0)).toBe(pause)
})

test('random jitter shortens a retry pause by at most about a third', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const pause = reconnectPause(failures, random)
      expect(pause).toBeLessThanOrEqual(reconnectPause(failures, 0))
      expect(pause).toBeGreaterThan(reconnectPause(failures, 0) * 0.66)
    }),
  )
})

test('after any events, a hidden page is asleep, and a page shown again can open its connection', () => {
  const events = fc.constantFrom<ConnectionEvent>('shown', 'hidden', 'opened', 'ended', 'failed', 'retry due')
  fc.assert(
    fc.property(fc.array(events), (happened) => {
      const left = [...happened, 'hidden' as const].reduce(nextConnection, asleep)
      expect(left).toEqual(asleep)
      expect((['shown', 'opened'] as const).reduce(nextConnection, left)).toEqual(open)
    }),
  )
})
