/** A hidden page gets no animation frames, so pdf.js waits. */
export const untilVisible = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (!document.hidden) return resolve()
    const end = () => {
      document.removeEventListener('visibilitychange', end)
      resolve()
    }
    document.addEventListener('visibilitychange', end, { signal })
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/**
 * A clock that stands still while the page is hidden, until `signal` aborts.
 * @returns milliseconds
 */
export const visibleTime = (signal: AbortSignal): (() => number) => {
  let hiddenFor = 0
  let hiddenSince = document.hidden ? performance.now() : undefined
  const look = () => {
    const now = performance.now()
    if (hiddenSince !== undefined) hiddenFor += now - hiddenSince
    hiddenSince = document.hidden ? now : undefined
  }
  document.addEventListener('visibilitychange', look, { signal })
  return () => (hiddenSince ?? performance.now()) - hiddenFor
}
