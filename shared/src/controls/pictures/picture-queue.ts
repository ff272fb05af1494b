export interface PictureQueue {
  /** FIFO; skipped if `signal` aborts first. */
  add<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>
}

export const createQueue = (atOnce: number): PictureQueue => {
  const waiting: (() => void)[] = []
  let running = 0

  const next = () => {
    if (running < atOnce) waiting.shift()?.()
  }
  return {
    add: (work, signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          const place = waiting.indexOf(start)
          if (place >= 0) waiting.splice(place, 1)
          reject(signal.reason)
        }
        const start = () => {
          signal.removeEventListener('abort', leave)
          running += 1
          work()
            .then(resolve, reject)
            .finally(() => {
              running -= 1
              next()
            })
        }
        if (signal.aborted) return leave()
        signal.addEventListener('abort', leave)
        waiting.push(start)
        next()
      }),
  }
}
