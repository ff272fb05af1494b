/**
 * Gives a call up after so many milliseconds: a phone that loses its network may hear nothing for minutes. It ends then
 * like any failure of the network, and can be tried again.
 */
export const withinTime = async <T>(milliseconds: number, call: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  // No AbortError: nobody has called it off.
  const giveUp = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
  const timer = setTimeout(giveUp, milliseconds)
  try {
    return await call(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
