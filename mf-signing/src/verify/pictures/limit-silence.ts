export interface SilenceLimit {
  /** Aborts after the silence, or with the given signal. */
  readonly signal: AbortSignal
  /** Starts the time, and again with each sign of life. */
  readonly heard: () => void
  readonly stop: () => void
}

/** A renderer in an endless loop cannot be asked to stop; its worker can be ended. */
export const limitSilence = (milliseconds: number, given: AbortSignal): SilenceLimit => {
  const work = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const leave = () => work.abort(given.reason)
  given.addEventListener('abort', leave, { once: true })
  return {
    signal: work.signal,
    heard: () => {
      clearTimeout(timer)
      timer = setTimeout(() => work.abort(new Error('the renderer is silent')), milliseconds)
    },
    stop: () => {
      clearTimeout(timer)
      given.removeEventListener('abort', leave)
    },
  }
}
