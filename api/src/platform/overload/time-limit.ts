import { readFile } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { type Clock, type DelayWork, systemAfter } from '../clock.ts'

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

/** CPU milliseconds until the limit; an unknown use is none. */
export const processorTimeLeft = ({ used = 0, elapsed }: Spent, limit: number): number =>
  Math.max(0, limit - Math.min(used, elapsed))

/**
 * `spent`: the work needed more than its CPU time, which says
 * something about it. `starved`: it hardly ran, which says
 * something about the machine alone.
 */
export type TimeoutKind = 'spent' | 'starved'

/** CPU milliseconds; undefined if unknown. */
export type UsedTime = () => Promise<number | undefined>

const systemTime: { readonly now: Clock; readonly after: DelayWork } = {
  now: () => performance.now(),
  after: systemAfter,
}

/**
 * Calls `giveUp` once: `spent` after `limit` CPU milliseconds,
 * `starved` after `STARVED_FACTOR` times as many of wall-clock
 * time.
 * @returns a function that stops watching
 */
export const limitTaskTime = (
  usedTime: UsedTime,
  limit: number,
  giveUp: (ending: TimeoutKind) => void,
  time = systemTime,
): (() => void) => {
  const begun = time.now()
  let cancel = (): void => undefined
  let watching = true
  const end = (ending: TimeoutKind): void => {
    if (watching) giveUp(ending)
    stop()
  }
  const look = async (): Promise<void> => {
    const used = await usedTime()
    if (!watching) return
    const left = processorTimeLeft({ used, elapsed: time.now() - begun }, limit)
    if (left > 0) cancel = time.after(Math.ceil(left), look)
    else end('spent')
  }
  if (limit > 0) cancel = time.after(limit, look)
  else queueMicrotask(() => end('spent'))
  // Apart from `look`, which may wait for an answer.
  const cancelWait = time.after(STARVED_FACTOR * limit, () => end(limit > 0 ? 'starved' : 'spent'))
  const stop = (): void => {
    watching = false
    cancel()
    cancelWait()
  }
  return stop
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
