import { withoutOrigin } from '../origin.ts'

export interface PollingLoop {
  tick(): Promise<number>
  start(): void
  wake(): void
  isStopping(): boolean
  stop(): Promise<void>
}

/**
 * Repeats `work` until it returns 0, then waits for the interval
 * or until `wake`.
 * Runs never overlap. A failure waits like an empty run.
 */
export const createPollingLoop = (
  work: () => Promise<number>,
  interval: number,
  onError: (error: unknown) => void,
): PollingLoop => {
  let state: 'idle' | 'started' | 'stopping' = 'idle'
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let woken = false

  const drain = async (): Promise<void> => {
    try {
      let done = 0
      do {
        woken = false
        done = await work()
      } while (done > 0 && state === 'started')
    } catch (error) {
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
      if (state === 'started') timer = setTimeout(run, woken ? 0 : interval)
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
