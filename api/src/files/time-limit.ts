import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'

/**
 * How much longer than its processor time work may take by the clock. A machine whose processors others want gives it
 * a part of the time only, and that is no fault of the document's; work that waits for ever uses no processor at all.
 */
export const STARVED_FACTOR = 3
/** Linux counts the processor time of processes in such parts of a second for everyone who asks (proc(5), USER_HZ). */
const TICKS_PER_SECOND = 100

/** Both in milliseconds; `used` is undefined where the system cannot say how much processor time it was. */
interface Spent {
  readonly used: number | undefined
  readonly elapsed: number
}

/** Milliseconds until it is worth looking again, 0 where the time is over. Never shorter than `limit` by the clock. */
export const timeLeft = ({ used, elapsed }: Spent, limit: number): number =>
  Math.max(0, Math.min(limit - Math.min(used ?? elapsed, elapsed), STARVED_FACTOR * limit - elapsed))

/** Processor time in milliseconds that something has used since it began; undefined where nobody knows. */
export type UsedTime = () => Promise<number | undefined>

/**
 * Calls `giveUp` once when work has used `limit` milliseconds of processor time, or `STARVED_FACTOR` times as many by
 * the clock.
 * @returns stops watching
 */
export const limitTime = (usedTime: UsedTime, limit: number, giveUp: () => void): (() => void) => {
  const begun = performance.now()
  let timer: NodeJS.Timeout | undefined
  let watching = true
  const look = async (): Promise<void> => {
    const used = await usedTime()
    if (!watching) return
    const left = timeLeft({ used, elapsed: performance.now() - begun }, limit)
    if (left > 0) timer = setTimeout(look, Math.ceil(left))
    else giveUp()
  }
  timer = setTimeout(look, limit)
  return () => {
    watching = false
    clearTimeout(timer)
  }
}

const NONE = { user: 0, system: 0 }

/** Processor time of a thread from now on. One that has not begun yet has used none; one that is gone cannot say. */
export const threadTime = (worker: Worker): UsedTime => {
  const before = worker.cpuUsage().catch(() => NONE)
  return async () => {
    const from = await before
    const now = await worker.cpuUsage().catch(() => undefined)
    return now && (now.user - from.user + now.system - from.system) / 1000
  }
}

/** After the name of the program, which may hold anything, `)` included: user and system time are 12th and 13th. */
const TIMES = /^.*\) (?:\S+ ){11}(\d+) (\d+) /s

/** Processor time of a process, from what Linux tells of it; other systems say nothing. */
export const processTime =
  (pid: number | undefined): UsedTime =>
  async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    const times = TIMES.exec(stat)
    return times === null ? undefined : ((Number(times[1]) + Number(times[2])) * 1000) / TICKS_PER_SECOND
  }
