/**
 * Our own verifier would doubt the document's signatures. The
 * same bytes stay doubtful: a new attempt is for a person to start.
 */
export class DoubtedError extends Error {
  override readonly name = 'DoubtedError'
  /** For administrators. */
  readonly doubt: string
  constructor(doubt: string) {
    super(`the signatures would be doubted: ${doubt}`)
    this.doubt = doubt
  }
}
