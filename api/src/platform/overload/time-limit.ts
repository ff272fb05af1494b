import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { type After, type Clock, systemAfter } from '../clock.ts'

/**
 * Wall-clock limit over CPU limit: a busy machine
 * slows the work, and blocked work uses no CPU.
 */
export const STARVED_FACTOR = 3
/** USER_HZ (proc(5)). */
const TICKS_PER_SECOND = 100

/** Milliseconds; `used` is undefined if unknown. */
interface Spent {
  readonly used: number | undefined
  readonly elapsed: number
}

/** Milliseconds until the next check, 0 at the limit. */
export const timeLeft = ({ used, elapsed }: Spent, limit: number): number =>
  Math.max(0, Math.min(limit - Math.min(used ?? elapsed, elapsed), STARVED_FACTOR * limit - elapsed))

/** CPU milliseconds; undefined if unknown. */
export type UsedTime = () => Promise<number | undefined>

const systemTime: { readonly now: Clock; readonly after: After } = { now: () => performance.now(), after: systemAfter }

/**
 * Calls `giveUp` once, after `limit` CPU milliseconds or
 * `STARVED_FACTOR` times as many of wall-clock time.
 * @returns a function that stops watching
 */
export const limitTime = (usedTime: UsedTime, limit: number, giveUp: () => void, time = systemTime): (() => void) => {
  const begun = time.now()
  let cancel = (): void => undefined
  let watching = true
  const look = async (): Promise<void> => {
    const used = await usedTime()
    if (!watching) return
    const left = timeLeft({ used, elapsed: time.now() - begun }, limit)
    if (left > 0) cancel = time.after(Math.ceil(left), look)
    else giveUp()
  }
  if (limit > 0) cancel = time.after(limit, look)
  else queueMicrotask(() => watching && giveUp())
  return () => {
    watching = false
    cancel()
  }
}

/** Undefined after its end. @param before its CPU milliseconds so far */
export const threadTime =
  (worker: Worker, before = 0): UsedTime =>
  async () => {
    const now = await worker.cpuUsage().catch(() => undefined)
    return now && (now.user + now.system) / 1000 - before
  }

/** The program name may contain `)`. */
const TIMES = /^.*\) (?:\S+ ){11}(\d+) (\d+) /s

/** Linux only. */
export const processTime =
  (pid: number | undefined): UsedTime =>
  async () => {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    const times = TIMES.exec(stat)
    return times === null ? undefined : ((Number(times[1]) + Number(times[2])) * 1000) / TICKS_PER_SECOND
  }
