/** @jest-environment node */
import { EventEmitter } from 'node:events'
import { stopOnSignal } from './stop-on-signal.ts'

const start = () => {
  const events: string[] = []
  const signals = new EventEmitter()
  const process = {
    on: signals.on.bind(signals) as NodeJS.Process['on'],
    exit: ((code) => {
      events.push(`exit ${code}`)
      throw new Error('the process has exited')
    }) as NodeJS.Process['exit'],
  }
  stopOnSignal({
    stop: async (signal) => void events.push(`stop ${signal}`),
    graceMs: 10_000,
    onLate: () => void events.push('late'),
    process,
  })
  return { events, signals }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test.each(['SIGTERM', 'SIGINT'])('%s stops the server once, and reports a stop that takes too long', (signal) => {
  const { events, signals } = start()
  expect(events).toEqual([])
  signals.emit(signal, signal)
  jest.advanceTimersByTime(9999)
  expect(events).toEqual([`stop ${signal}`])
  jest.advanceTimersByTime(1)
  expect(events).toEqual([`stop ${signal}`, 'late'])
})

test('a second signal of either kind ends the process immediately', () => {
  for (const second of ['SIGTERM', 'SIGINT']) {
    const { events, signals } = start()
    signals.emit('SIGTERM', 'SIGTERM')
    expect(() => signals.emit(second, second)).toThrow('the process has exited')
    expect(events).toEqual(['stop SIGTERM', 'exit 1'])
  }
})
