/** Spanish, for the operator. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
