/** @returns an effect's clean-up: neither handler runs after it */
export const untilGone = <Value>(
  work: Promise<Value>,
  onDone: (value: Value) => void,
  onFailed: (error: unknown) => void = () => undefined,
): (() => void) => {
  let gone = false
  work.then(
    (value) => gone || onDone(value),
    (error: unknown) => gone || onFailed(error),
  )
  return () => {
    gone = true
  }
}
