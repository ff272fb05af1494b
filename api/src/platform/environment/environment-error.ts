/** One Spanish line for the operator. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
}
