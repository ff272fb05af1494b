import { useEffect, useEffectEvent } from 'react'

/** Milliseconds. Browsers report a network before connections work. */
const RETURN_MS = 10_000
const RETRY_MS = 500

let returnedAt = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => {
    returnedAt = performance.now()
  })
  window.addEventListener('offline', () => {
    returnedAt = Number.NEGATIVE_INFINITY
  })
}

/**
 * Runs when the browser reports a network again.
 * @returns cancels it
 */
export const whenOnline = (run: () => void): (() => void) => {
  window.addEventListener('online', run)
  return () => window.removeEventListener('online', run)
}

/** Runs when the network returns while `waiting`. */
export const useOnline = (waiting: boolean, run: () => void): void => {
  const onOnline = useEffectEvent(run)
  useEffect(() => (waiting ? whenOnline(() => onOnline()) : undefined), [waiting])
}

/** Repeats a failure in the seconds after the network's return. */
export const retryOnReturn = async <Result>(load: () => Promise<Result>): Promise<Result> => {
  try {
    return await load()
  } catch (error) {
    if (!navigator.onLine || performance.now() - returnedAt > RETURN_MS) throw error
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return retryOnReturn(load)
  }
}
