/** Gzipped bytes. */
interface Budget {
  /** What each route loads of the remote first. */
  readonly route: number
  /** Scripts and style sheets of the release. */
  readonly total: number
}

const MOST: Budget = { route: 30_000, total: 150_000 }

/** docs/decisions/0018-weight-of-the-guest-page.md */
const budgets: Readonly<Record<string, Budget>> = {
  mf_auth: { route: 28_000, total: 70_000 },
  mf_documents: { route: 32_000, total: 90_000 },
  mf_signing: { route: 27_500, total: 430_000 },
}

export const budgetOf = (remote: string): Budget => budgets[remote] ?? MOST
