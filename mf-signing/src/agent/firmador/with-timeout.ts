import type { AbortableWait } from '../wait.ts'

export interface WaitBounds {
  readonly limit: number
  readonly signal: AbortSignal
  readonly wait: AbortableWait
}

/**
 * Resolves with `late` on timeout, and aborts the work.
 * @throws AbortError when `signal` aborts
 */
export const withTimeout = async <T>(
  work: (signal: AbortSignal) => Promise<T>,
  { limit, signal, wait }: WaitBounds,
): Promise<T | 'late'> => {
  const working = new AbortController()
  const waiting = new AbortController()
  const stop = () => working.abort()
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const late = wait(limit, waiting.signal).then(
    (): 'late' => 'late',
    () => new Promise<never>(() => undefined),
  )
  try {
    return await Promise.race([work(working.signal), late])
  } finally {
    signal.removeEventListener('abort', stop)
    waiting.abort()
    working.abort()
  }
}
