import { createCounts } from './counts.ts'

export interface FairQueue<Entry> {
  add(account: string, entry: Entry): void
  /** @returns false if the entry was not waiting */
  remove(account: string, entry: Entry): boolean
  /** Undefined if none may start. */
  start(): { readonly account: string; readonly entry: Entry } | undefined
  finish(account: string): void
  readonly waiting: number
  waitingOf(account: string): number
}

/** One slot remains for others. */
export const shareOf = (slots: number): number => Math.max(1, slots - 1)

/**
 * Round robin by account. An account at its limit
 * always waits: started entries cannot be preempted.
 * @param most slots of one account
 */
export const createFairQueue = <Entry>(slots: number, most = shareOf(slots)): FairQueue<Entry> => {
  /** In scheduling order. */
  const lines = new Map<string, Entry[]>()
  /** Started entries. */
  const running = createCounts()
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
      if (running.total() >= slots) return undefined
      for (const [account, line] of lines) {
        const [entry] = line
        if (entry === undefined || running.of(account) >= most) continue
        removeAt(account, line, 0)
        if (lines.delete(account)) lines.set(account, line)
        running.add(account)
        return { account, entry }
      }
      return undefined
    },
    finish: running.take,
    waitingOf: (account) => lines.get(account)?.length ?? 0,
    get waiting() {
      return waiting
    },
  }
}
