/** Why a move cannot go on; the message is Spanish, for whoever runs it. */
export class MoveError extends Error {
  override readonly name = 'MoveError'
}
