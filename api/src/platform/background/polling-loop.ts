import { MINUTE_MS, SECOND_MS } from '../clock.ts'
import { withoutOrigin } from '../origin.ts'

export interface PollingLoop {
  tick(): Promise<number>
  start(): void
  wake(): void
  isStopping(): boolean
  stop(): Promise<void>
}

/** Milliseconds. */
export interface PollingPauses {
  readonly afterEmptyRun: number
  readonly afterFailure: number
}

/** Of work whose due jobs `due-watch.ts` finds, so that its own polls are only for what that misses. */
export const WATCHED_PAUSES: PollingPauses = { afterEmptyRun: MINUTE_MS, afterFailure: SECOND_MS }

/**
 * Repeats `work` until it returns 0, then waits for the pause
 * or until `wake`.
 * Runs never overlap.
 * @param pauses milliseconds; a number is for failures, too
 */
export const createPollingLoop = (
  work: () => Promise<number>,
  pauses: number | PollingPauses,
  onError: (error: unknown) => void,
): PollingLoop => {
  let state: 'idle' | 'started' | 'stopping' = 'idle'
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let woken = false
  const { afterEmptyRun, afterFailure } =
    typeof pauses === 'number' ? { afterEmptyRun: pauses, afterFailure: pauses } : pauses
  let pause = afterEmptyRun

  const drain = async (): Promise<void> => {
    pause = afterEmptyRun
    try {
      let done = 0
      do {
        woken = false
        done = await work()
      } while (done > 0 && state === 'started')
    } catch (error) {
      pause = afterFailure
      onError(error)
    }
  }

  const run = (): void => {
    woken = true
    if (running !== undefined || state !== 'started') return
    clearTimeout(timer)
    // The waking request is not this work's origin.
    running = withoutOrigin(drain).finally(() => {
      running = undefined
      if (state === 'started') timer = setTimeout(run, woken ? 0 : pause)
    })
  }

  return {
    tick: work,
    start: () => {
      state = 'started'
      run()
    },
    wake: run,
    isStopping: () => state === 'stopping',
    stop: async () => {
      state = 'stopping'
      clearTimeout(timer)
      await running
    },
  }
}
