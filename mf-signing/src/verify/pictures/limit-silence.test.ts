import { limitSilence } from './limit-silence.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('limitSilence aborts after the silence, counted from the last sign of life', () => {
  const { signal, heard } = limitSilence(1000, new AbortController().signal)
  jest.advanceTimersByTime(60_000)
  expect(signal.aborted).toBe(false)
  heard()
  jest.advanceTimersByTime(900)
  heard()
  jest.advanceTimersByTime(900)
  expect(signal.aborted).toBe(false)
  jest.advanceTimersByTime(100)
  expect(signal.reason).toEqual(new Error('the renderer is silent'))
})

test('limitSilence aborts with the given signal, for its reason', () => {
  const given = new AbortController()
  const { signal } = limitSilence(1000, given.signal)
  given.abort('cancelled')
  expect(signal.reason).toBe('cancelled')
})

test('limitSilence aborts nothing after the work has ended', () => {
  const given = new AbortController()
  const { signal, heard, stop } = limitSilence(1000, given.signal)
  heard()
  stop()
  given.abort()
  jest.advanceTimersByTime(5000)
  expect(signal.aborted).toBe(false)
})
