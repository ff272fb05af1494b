/** Rejects with AbortError. */
export type AbortableWait = (milliseconds: number, signal: AbortSignal) => Promise<void>

export const waitFor: AbortableWait = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('no longer wanted', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
  })
