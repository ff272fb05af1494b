import { withoutOrigin } from '../audit/origin.ts'

export interface PollingLoop {
  start(): void
  /** Works at once instead of at the next poll. */
  nudge(): void
  isStopping(): boolean
  /** Resolves when the work under way has ended. */
  stop(): Promise<void>
}

/**
 * Repeats some work while it finds something to do (it answers how much), then waits for the interval or a nudge.
 * Never two at a time; a failure is reported and waited out.
 */
export const createPollingLoop = (
  work: () => Promise<number>,
  interval: number,
  onError: (error: unknown) => void,
): PollingLoop => {
  let state: 'idle' | 'started' | 'stopping' = 'idle'
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let nudged = false

  const drain = async (): Promise<void> => {
    try {
      let done = 0
      do {
        nudged = false
        done = await work()
      } while (done > 0 && state === 'started')
    } catch (error) {
      onError(error)
    }
  }

  const run = (): void => {
    nudged = true
    if (running !== undefined || state !== 'started') return
    clearTimeout(timer)
    // A nudge often comes from a request, which has nothing to do with what is found.
    running = withoutOrigin(drain).finally(() => {
      running = undefined
      if (state === 'started') timer = setTimeout(run, nudged ? 0 : interval)
    })
  }

  return {
    start: () => {
      state = 'started'
      run()
    },
    nudge: run,
    isStopping: () => state === 'stopping',
    stop: async () => {
      state = 'stopping'
      clearTimeout(timer)
      await running
    },
  }
}
