/** A variable that cannot be used; the message is one Spanish line for whoever starts the server. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}
