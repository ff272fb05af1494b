import { OverloadError, type ShedReason } from './overload-error.ts'

/** Counts what is under way. Where that is too much, whoever comes is sent away before anything was begun. */
export interface Door {
  /** @throws OverloadError where there is no room just now, or none for this account */
  checkRoom(account?: string): void
  /** Who is let in is never sent away any more. */
  enter<Result>(work: () => Promise<Result>, account?: string): Promise<Result>
}

/** Of all places one account may take so many, so that the others find one. */
const ACCOUNT_SHARE = 0.5

/** @param limit `null`: there is always room */
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

/** The doors of what is dear, one of each in a process. */
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
