import { OverloadError, type ShedReason } from './overload-error.ts'

/** Limits concurrent work; rejects excess calls before they start. */
export interface Door {
  /** @throws OverloadError if the total or the account's share is used up */
  checkRoom(account?: string): void
  /** Never rejects for overload; call `checkRoom` first. */
  enter<Result>(work: () => Promise<Result>, account?: string): Promise<Result>
}

/** One account's share of the limit. */
const ACCOUNT_SHARE = 0.5

/** @param limit `null` means unlimited */
export const createDoor = (limit: number | null, reason: ShedReason): Door => {
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
    checkRoom: (account) => {
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

export interface Doors {
  readonly signing: Door
  readonly upload: Door
}

export const createDoors = (limits: {
  readonly signingsAtOnce: number | null
  readonly uploadsAtOnce: number | null
}): Doors => ({
  signing: createDoor(limits.signingsAtOnce, 'signings'),
  upload: createDoor(limits.uploadsAtOnce, 'uploads'),
})
