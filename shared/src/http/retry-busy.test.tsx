import { act, render, screen, waitFor } from '@testing-library/react'
import { loginCall } from '../contract/accounts/accounts.ts'
import { errorMessages, OVERLOADED_MESSAGE } from '../contract/errors/errors.ts'
import { listFilesCall } from '../contract/index.ts'
import { clearNotifications, provideToasts } from '../state/notifications.ts'
import '../state/auth.ts'
import { Toaster } from '../state/Toaster.tsx'
import * as toasts from '../state/toasts.tsx'
import { showNotice } from './auth.ts'
import { HttpError } from './http-error.ts'
import { request } from './request.ts'
import { BUSY_MESSAGE, BUSY_RETRIES, retryWhenBusy, UNAVAILABLE_MESSAGE } from './retry-busy.ts'

provideToasts(toasts)

afterEach(() => act(() => clearNotifications()))

const answer = (status: number, headers: Record<string, string> = {}, body: unknown = []): Response =>
  ({
    ok: status < 400,
    status,
    headers: new Headers(headers),
    text: async () => JSON.stringify(body),
    clone: () => answer(status, headers, body),
  }) as Response

const busy = (seconds = '2') =>
  answer(503, { 'retry-after': seconds }, { code: 'UNAVAILABLE', message: OVERLOADED_MESSAGE })

const GET = { method: 'GET' }

const noPause = () => {
  const waited: number[] = []
  const pause = async (milliseconds: number) => void waited.push(milliseconds)
  return { waited, options: { showNotice, pause, random: () => 0.5 } }
}

const answering = (...answers: Response[]) => jest.fn(async () => answers.shift() ?? busy())

test('a read is retried after the requested wait and a random addition', async () => {
  const { waited, options } = noPause()
  const again = answering(busy('3'), answer(200))
  expect((await retryWhenBusy(busy(), GET, again, options)).status).toBe(200)
  expect(waited).toEqual([2500, 3750])
})

test('a read that stays refused returns the last refusal after the maximum of retries', async () => {
  const { waited, options } = noPause()
  const again = answering()
  expect((await retryWhenBusy(busy(), GET, again, options)).status).toBe(503)
  expect([again.mock.calls.length, waited.length]).toEqual([BUSY_RETRIES, BUSY_RETRIES])
})

test.each([
  ['without a wait', answer(503)],
  ['with a date in its place', answer(503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' })],
  ['with a wait that is too long', busy('600')],
])('a refusal %s is returned without a retry', async (_name, refused) => {
  const again = answering()
  expect(await retryWhenBusy(refused, GET, again, noPause().options)).toBe(refused)
  expect(again).not.toHaveBeenCalled()
})

test('another refusal during the retries is returned', async () => {
  const { options } = noPause()
  expect((await retryWhenBusy(busy(), GET, answering(answer(404)), options)).status).toBe(404)
})

test('an event stream is not retried, because the stream reconnects on its own', async () => {
  const refused = busy()
  const again = answering()
  const init = { ...GET, headers: { Accept: 'text/event-stream' } }
  expect(await retryWhenBusy(refused, init, again, noPause().options)).toBe(refused)
  expect(again).not.toHaveBeenCalled()
})

const heldPauses = () => {
  const held: (() => void)[] = []
  const pause = () => new Promise<void>((resolve) => held.push(resolve))
  const next = () => act(async () => held.shift()?.())
  return { next, options: { showNotice, pause, random: () => 0 } }
}

test('one notice appears for all waiting reads, and only while reads wait', async () => {
  render(<Toaster />)
  const [one, other] = [heldPauses(), heldPauses()]
  const reads = [
    retryWhenBusy(busy(), GET, answering(busy(), answer(200)), one.options),
    retryWhenBusy(busy(), GET, answering(busy(), answer(200)), other.options),
  ]
  expect(screen.queryByText(BUSY_MESSAGE)).not.toBeInTheDocument()
  await one.next()
  await other.next()
  expect(await screen.findAllByText(BUSY_MESSAGE)).toHaveLength(1)
  const toast = screen.getByText(BUSY_MESSAGE).closest('.Toastify__toast')
  await one.next()
  expect((await reads[0])?.status).toBe(200)
  expect(toast).not.toHaveClass('toast-exit')
  await other.next()
  expect((await reads[1])?.status).toBe(200)
  await waitFor(() => expect(toast).toHaveClass('toast-exit'))
})

test.each([
  ['the server is overloaded', busy(), BUSY_MESSAGE],
  ['there is no API', answer(503, { 'retry-after': '2' }, { message: errorMessages.UNAVAILABLE }), UNAVAILABLE_MESSAGE],
  ['there is no body', answer(503, { 'retry-after': '2' }, undefined), UNAVAILABLE_MESSAGE],
])('the notice shows the reason: %s', async (_why, refused, message) => {
  const shown = jest.fn((_message: string) => () => undefined)
  const again = answering(refused, answer(200))
  await retryWhenBusy(refused, GET, again, { ...noPause().options, showNotice: shown })
  expect(shown.mock.calls).toEqual([[message]])
})

const serve = (...answers: Response[]) => {
  const fetched = jest.fn(async (_url: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted()
    return answers.shift() ?? busy('0.01')
  })
  globalThis.fetch = fetched as unknown as typeof fetch
  return fetched
}

test('a refused list call is retried automatically', async () => {
  const fetched = serve(busy('0.01'), answer(200))
  expect(await request(listFilesCall, { bearer: 'none' })).toEqual([])
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('an aborted call ends immediately', async () => {
  const fetched = serve(busy('9'))
  const controller = new AbortController()
  const read = request(listFilesCall, { bearer: 'none', signal: controller.signal })
  await waitFor(() => expect(fetched).toHaveBeenCalled())
  controller.abort()
  await expect(read).rejects.toMatchObject({ name: 'AbortError' })
})

test('a refused write is never retried', async () => {
  const fetched = serve(busy('0.01'), answer(200))
  const failure = await request(loginCall, { bearer: 'none', body: { username: 'ana', password: 'x' } }).catch(
    (error: unknown) => error,
  )
  expect(failure).toBeInstanceOf(HttpError)
  expect(failure).toMatchObject({ message: OVERLOADED_MESSAGE, failure: { retryAfter: 0.01 } })
  expect(fetched).toHaveBeenCalledTimes(1)
})
