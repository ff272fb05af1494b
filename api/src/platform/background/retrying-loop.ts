export interface RetryingLoop {
  run(work: () => Promise<void>): void
  stop(): Promise<void>
}

/** @param interval milliseconds between attempts */
export const retryingLoop = (interval: number, onError: (error: unknown) => void): RetryingLoop => {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  const run = (work: () => Promise<void>): void => {
    if (stopped) return
    running = work().catch((error: unknown) => {
      onError(error)
      if (!stopped) timer = setTimeout(() => run(work), interval)
    })
  }
  return {
    run,
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
