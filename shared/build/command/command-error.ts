/** The message is Spanish. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
