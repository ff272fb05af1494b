/** For work that may never answer, such as a renderer in a worker. */
export interface TimeLimit {
  isOver(): boolean
  /**
   * Undefined if the work fails or does not end in time.
   * @param discard receives a result that comes too late
   * @throws only if the signal aborts
   */
  attempt<Result>(work: () => Promise<Result>, discard?: (late: Result) => void): Promise<Result | undefined>
}

interface TimeOptions {
  readonly clock?: () => number
  readonly signal?: AbortSignal
}

/** One limit for all attempts. A renderer that does not answer uses it up. */
export function startTimeLimit(
  milliseconds: number,
  { clock = () => performance.now(), signal }: TimeOptions,
): TimeLimit {
  const end = clock() + milliseconds
  let isUsedUp = false
  const isOver = (): boolean => isUsedUp || clock() >= end
  return {
    isOver,
    async attempt(work, discard) {
      signal?.throwIfAborted()
      if (isOver()) return undefined
      const ending = endOfTime(end - clock(), signal)
      // Inside the promise, so that a renderer that throws at once is caught too.
      const working = Promise.resolve().then(work)
      try {
        const result = await Promise.race([working, ending.promise])
        if (result !== TIME_IS_OVER) return result
        isUsedUp = true
        working.then(discard, () => undefined)
        return undefined
      } catch {
        signal?.throwIfAborted()
        return undefined
      } finally {
        ending.cancel()
      }
    },
  }
}

const TIME_IS_OVER = Symbol('time is over')

function endOfTime(milliseconds: number, signal: AbortSignal | undefined) {
  const { promise, resolve, reject } = Promise.withResolvers<typeof TIME_IS_OVER>()
  const timer = setTimeout(resolve, milliseconds, TIME_IS_OVER)
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const cancel = (): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  return { promise, cancel }
}
