export interface FairQueue<Entry> {
  add(account: string, entry: Entry): void
  /** @returns false if the entry was not waiting */
  remove(account: string, entry: Entry): boolean
  /** Undefined if none may start. */
  start(): { readonly account: string; readonly entry: Entry } | undefined
  /** Frees a slot of the account. */
  finish(account: string): void
  readonly waiting: number
}

/** One slot remains for others. */
export const shareOf = (slots: number): number => Math.max(1, slots - 1)

/**
 * Round robin by account. An account at its limit
 * always waits: started entries cannot be preempted.
 */
export const createFairQueue = <Entry>(slots: number): FairQueue<Entry> => {
  const most = shareOf(slots)
  /** In scheduling order. */
  const lines = new Map<string, Entry[]>()
  const running = new Map<string, number>()
  const runningOf = (account: string): number => running.get(account) ?? 0
  let taken = 0
  let waiting = 0

  const removeAt = (account: string, line: Entry[], index: number): void => {
    line.splice(index, 1)
    waiting -= 1
    if (line.length === 0) lines.delete(account)
  }

  return {
    add: (account, entry) => {
      const line = lines.get(account)
      if (line === undefined) lines.set(account, [entry])
      else line.push(entry)
      waiting += 1
    },
    remove: (account, entry) => {
      const line = lines.get(account)
      const index = line?.indexOf(entry) ?? -1
      if (line === undefined || index < 0) return false
      removeAt(account, line, index)
      return true
    },
    start: () => {
      if (taken >= slots) return undefined
      for (const [account, line] of lines) {
        const [entry] = line
        if (entry === undefined || runningOf(account) >= most) continue
        removeAt(account, line, 0)
        // Moves the account to the end.
        if (lines.delete(account)) lines.set(account, line)
        running.set(account, runningOf(account) + 1)
        taken += 1
        return { account, entry }
      }
      return undefined
    },
    finish: (account) => {
      const left = runningOf(account) - 1
      if (left > 0) running.set(account, left)
      else running.delete(account)
      taken -= 1
    },
    get waiting() {
      return waiting
    },
  }
}
