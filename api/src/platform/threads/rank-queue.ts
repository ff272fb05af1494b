import { OverloadError } from '../overload/overload-error.ts'
import type { TaskRank } from './thread-task.ts'

export interface RankedWork {
  readonly rank: TaskRank
}

export interface RankQueue<Entry extends RankedWork> {
  add(entry: Entry): void
  /** @returns false if the entry was not waiting */
  remove(entry: Entry): boolean
  start(): Entry | undefined
  finish(entry: Entry): void
}

const OLDEST_EVERY = 4

/**
 * By rank, then in order. Ranks from `r` on never hold the last `r`
 * slots, so that long work leaves room for what is urgent.
 * @param room maximum that may wait
 */
export const createRankQueue = <Entry extends RankedWork>(slots: number, room: number): RankQueue<Entry> => {
  const waiting: Entry[] = []
  const running = new Set<Entry>()
  let starts = 0
  const isAllowed = ({ rank }: RankedWork): boolean => {
    for (let from = 0; from <= rank; from += 1) {
      const held = [...running].filter((other) => other.rank >= from).length
      if (held >= Math.max(1, slots - from)) return false
    }
    return running.size < slots
  }
  const next = (): Entry | undefined => {
    const allowed = waiting.filter(isAllowed)
    if ((starts + 1) % OLDEST_EVERY === 0) return allowed[0]
    return allowed.toSorted((a, b) => a.rank - b.rank)[0]
  }
  const remove = (entry: Entry): boolean => {
    const place = waiting.indexOf(entry)
    if (place >= 0) waiting.splice(place, 1)
    return place >= 0
  }
  return {
    add: (entry) => {
      if (waiting.length >= room) throw new OverloadError('queue')
      waiting.push(entry)
    },
    remove,
    start: () => {
      const entry = next()
      if (entry === undefined) return undefined
      remove(entry)
      running.add(entry)
      starts += 1
      return entry
    },
    finish: (entry) => void running.delete(entry),
  }
}
