type ReleaseProblem = 'not-built' | 'unknown' | 'damaged' | 'refused' | 'busy' | 'away'

/** Nothing was switched. The message is Spanish. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError'
  readonly problem: ReleaseProblem

  constructor(problem: ReleaseProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}
