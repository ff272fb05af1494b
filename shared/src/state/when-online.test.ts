/** @jest-environment jsdom */
import { fireEvent } from '@testing-library/react'
import { retryOnReturn } from './when-online.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const failing = (times: number) => {
  let left = times
  return jest.fn(async () => {
    if (left > 0) {
      left -= 1
      throw new Error('no connection')
    }
    return 'loaded'
  })
}

test('a failure without a return of the network is not retried', async () => {
  const load = failing(1)
  await expect(retryOnReturn(load)).rejects.toThrow('no connection')
  expect(load).toHaveBeenCalledTimes(1)
})

test('after the return of the network, failures are retried until a connection works', async () => {
  fireEvent.online(window)
  const load = failing(3)
  const loaded = retryOnReturn(load)
  await jest.advanceTimersByTimeAsync(1500)
  await expect(loaded).resolves.toBe('loaded')
  expect(load).toHaveBeenCalledTimes(4)
})

test('a lasting failure is reported after the last retry', async () => {
  fireEvent.online(window)
  const load = failing(Number.POSITIVE_INFINITY)
  const end = jest.fn()
  retryOnReturn(load).catch(end)
  await jest.advanceTimersByTimeAsync(9000)
  expect(end).not.toHaveBeenCalled()
  await jest.advanceTimersByTimeAsync(2000)
  expect(end).toHaveBeenCalledTimes(1)
})
