import { notify, removeNotification } from '../state/notifications.ts'

/** How often a read is made again. With the server's 2 seconds and what is added, that is about a quarter of a minute. */
export const COME_BACK_TIMES = 5
/** Longest wait that is kept to, in seconds: whoever is to wait longer is told at once instead. */
export const LONGEST_WAIT = 10
/** How often it is made again in silence, before the person hears why it takes so long. */
export const SILENT_TIMES = 1

export const BUSY_MESSAGE = 'Hay muchas personas usando Trazo en este momento. Seguimos intentándolo…'

/** Resolves after so many milliseconds, or as soon as nobody waits any more. */
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

/** Reads that are being waited for, and what tells the person about all of them at once. */
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

/** Seconds that a refusal asks to wait; undefined where it does not, or asks for too many. */
const waitOf = ({ status, headers }: Response): number | undefined => {
  const seconds = Number(headers.get('retry-after'))
  return status === 503 && seconds > 0 && seconds <= LONGEST_WAIT ? seconds : undefined
}

/** Clock and chance, for tests. */
export interface ComeBackOptions {
  readonly pause?: typeof systemPause
  readonly random?: () => number
}

/**
 * Makes a read again that was sent away for a moment (503 with `Retry-After`), as often as makes sense, and answers the
 * last answer. Everybody who was sent away at once comes back at another moment. A part of its own: most visits never
 * need it.
 *
 * @param again makes the call once more
 */
export const comeBack = async (
  refused: Response,
  { method, headers, signal }: RequestInit,
  again: () => Promise<Response>,
  { pause = systemPause, random = Math.random }: ComeBackOptions = {},
): Promise<Response> => {
  // What changes something is made again by the person alone, who knows whether it is still wanted.
  // Who listens for events comes back by itself, and nobody waits for it.
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
