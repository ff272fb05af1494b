import { notify, removeNotification } from '../state/notifications.ts'

/** With a `Retry-After` of 2 s: about 15 s in total. */
export const COME_BACK_TIMES = 5
/** Seconds; a longer wait fails immediately. */
export const LONGEST_WAIT = 10
/** Retries before the user sees a message. */
export const SILENT_TIMES = 1

export const BUSY_MESSAGE = 'Hay muchas personas usando Trazo en este momento. Seguimos intentándolo…'

const systemPause = (milliseconds: number, signal?: AbortSignal | null): Promise<void> =>
  new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    if (signal?.aborted) over()
    else signal?.addEventListener('abort', over)
  })

/** One notification for all waiting reads. */
let told: { readonly id: string; reads: number } | undefined

const tell = (): void => {
  if (told) told.reads += 1
  else told = { id: notify({ message: BUSY_MESSAGE, type: 'info', duration: 0 }), reads: 1 }
}

const untell = (): void => {
  if (!told) return
  told.reads -= 1
  if (told.reads > 0) return
  removeNotification(told.id)
  told = undefined
}

/** Seconds of `Retry-After`; undefined if absent or too long. */
const waitOf = ({ status, headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after'))
  return status === 503 && seconds > 0 && seconds <= LONGEST_WAIT ? seconds : undefined
}

export interface ComeBackOptions {
  readonly pause?: typeof systemPause
  readonly random?: () => number
}

/**
 * Retries a read after 503 with `Retry-After`; returns the
 * last response. Adds jitter, so that clients do not retry
 * together. A separate chunk: most visits never need it.
 * @param again repeats the call
 */
export const comeBack = async (
  refused: Response,
  { method, headers, signal }: RequestInit,
  again: () => Promise<Response>,
  { pause = systemPause, random = Math.random }: ComeBackOptions = {},
): Promise<Response> => {
  // Only the user can decide to repeat a write. Event streams
  // reconnect by themselves.
  if (method !== 'GET' || new Headers(headers).get('accept') === 'text/event-stream') return refused
  let answer = refused
  let hasTold = false
  try {
    for (let time = 0; time < COME_BACK_TIMES; time += 1) {
      const seconds = waitOf(answer)
      if (seconds === undefined) return answer
      if (time === SILENT_TIMES) {
        tell()
        hasTold = true
      }
      await pause(seconds * 1000 * (1 + random() / 2), signal)
      answer = await again()
    }
    return answer
  } finally {
    if (hasTold) untell()
  }
}
