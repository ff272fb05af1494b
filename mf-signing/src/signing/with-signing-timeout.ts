/**
 * A phone without network may wait for minutes. The error counts as a
 * network failure.
 */
export const withSigningTimeout = async <T>(
  milliseconds: number,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const controller = new AbortController()
  // Not an AbortError: the user didn't cancel.
  const giveUp = () => controller.abort(new DOMException('no answer in time', 'TimeoutError'))
  const timer = setTimeout(giveUp, milliseconds)
  try {
    return await call(controller.signal)
  } finally {
    clearTimeout(timer)
  }
}
