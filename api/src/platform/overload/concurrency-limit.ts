import { OverloadError, type ShedReason } from './overload-error.ts'

export interface ConcurrencyLimit {
  /** @throws OverloadError if the total or the account's share is used up */
  checkCapacity(account?: string): void
  /** Never rejects for overload; call `checkCapacity` first. */
  enter<Result>(work: () => Promise<Result>, account?: string): Promise<Result>
}

const ACCOUNT_SHARE = 0.5

/** @param limit `null` means unlimited */
export const createConcurrencyLimit = (limit: number | null, reason: ShedReason): ConcurrencyLimit => {
  let inside = 0
  const byAccount = new Map<string, number>()
  const insideOf = (account: string | undefined): number => (account === undefined ? 0 : (byAccount.get(account) ?? 0))
  const count = (account: string | undefined, change: number): void => {
    inside += change
    if (account === undefined) return
    const now = insideOf(account) + change
    if (now > 0) byAccount.set(account, now)
    else byAccount.delete(account)
  }
  return {
    checkCapacity: (account) => {
      if (limit === null) return
      if (inside >= limit || insideOf(account) >= Math.ceil(limit * ACCOUNT_SHARE)) throw new OverloadError(reason)
    },
    enter: async (work, account) => {
      count(account, 1)
      try {
        return await work()
      } finally {
        count(account, -1)
      }
    },
  }
}

export interface ConcurrencyLimits {
  readonly signing: ConcurrencyLimit
  readonly upload: ConcurrencyLimit
}

export const createConcurrencyLimits = (limits: {
  readonly signingsAtOnce: number | null
  readonly uploadsAtOnce: number | null
}): ConcurrencyLimits => ({
  signing: createConcurrencyLimit(limits.signingsAtOnce, 'signings'),
  upload: createConcurrencyLimit(limits.uploadsAtOnce, 'uploads'),
})
