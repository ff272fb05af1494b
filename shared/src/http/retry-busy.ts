import { OVERLOADED_MESSAGE } from '../contract/errors/overloaded.ts'
import type { ShowNotice } from './auth.ts'

/** With a `Retry-After` of 2 s: about 15 s in total. */
export const BUSY_RETRIES = 5
/** Seconds; a longer wait fails immediately. */
const LONGEST_WAIT = 10
/** Then the user sees a message. */
const SILENT_RETRIES = 1

export const BUSY_MESSAGE = 'Hay muchas personas usando Trazo en este momento. Seguimos intentándolo…'
export const UNAVAILABLE_MESSAGE = 'El servicio no está disponible en este momento. Seguimos intentándolo…'

const systemPause = (milliseconds: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })

/** Shared by all waiting reads. */
let notice: { readonly remove: () => void; reads: number } | undefined

const addToNotice = (showNotice: ShowNotice, message: string): void => {
  if (notice) notice.reads += 1
  else notice = { remove: showNotice(message), reads: 1 }
}

/** The proxy answers 503 too, when there is no API. */
const noticeFor = async (answer: Response): Promise<string> => {
  const body = await answer
    .clone()
    .text()
    .catch(() => '')
  return body.includes(OVERLOADED_MESSAGE) ? BUSY_MESSAGE : UNAVAILABLE_MESSAGE
}

const leaveNotice = (): void => {
  if (!notice) return
  notice.reads -= 1
  if (notice.reads > 0) return
  notice.remove()
  notice = undefined
}

/** Undefined if absent or too long. */
const retryDelay = ({ status, headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after'))
  return status === 503 && seconds > 0 && seconds <= LONGEST_WAIT ? seconds : undefined
}

export interface RetryOptions {
  readonly showNotice: ShowNotice
  readonly pause?: typeof systemPause
  readonly random?: () => number
}

/**
 * Jitter keeps clients from retrying together. A separate chunk: most
 * visits never need it.
 * @param again repeats the call
 * @returns the last response
 */
export const retryWhenBusy = async (
  refused: Response,
  { method, headers, signal }: RequestInit,
  again: () => Promise<Response>,
  { showNotice, pause = systemPause, random = Math.random }: RetryOptions,
): Promise<Response> => {
  // Only the user can repeat a write. Event streams reconnect by
  // themselves.
  if (method !== 'GET' || new Headers(headers).get('accept') === 'text/event-stream') return refused
  let answer = refused
  let hasNotice = false
  try {
    for (let retry = 0; retry < BUSY_RETRIES; retry += 1) {
      const seconds = retryDelay(answer)
      if (seconds === undefined) return answer
      if (retry === SILENT_RETRIES) {
        addToNotice(showNotice, await noticeFor(answer))
        hasNotice = true
      }
      await pause(seconds * 1000 * (1 + random() / 2), signal)
      answer = await again()
    }
    return answer
  } finally {
    if (hasNotice) leaveNotice()
  }
}
