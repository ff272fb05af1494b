import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** Seconds. A server that only waits for calls needs less than this in a minute. */
const WORK_S = 1

/** Clock ticks of Linux (`getconf CLK_TCK`), the same on all its architectures. */
const TICKS_PER_SECOND = 100

/** `ps -o time`: [[dd-]hh:]mm:ss[.cc] */
export const secondsOf = (time: string): number | undefined => {
  const [, days = '0', rest = ''] = /^(?:(\d+)-)?([\d:.]+)$/.exec(time.trim()) ?? []
  if (rest === '') return undefined
  return Number(days) * 86_400 + rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}

/** Of user and system, of all its threads; undefined if it has ended. */
export const processorSeconds = (pid: number): number | undefined => {
  try {
    // The name, in parentheses, may contain spaces.
    const [, fields = ''] = /^.*\)\s(.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const [user, system] = fields.split(' ').slice(11, 13).map(Number)
    return ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND
  } catch {
    const { stdout } = spawnSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8' })
    return secondsOf(stdout ?? '')
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

export interface ProgressSigns {
  /** Processor time, in seconds. */
  readonly worked: number
  /** Bytes of the log. */
  readonly written: number
}

/**
 * @param now milliseconds
 * @returns asks for the milliseconds since the last sign of progress
 */
export const followProgress = (read: () => ProgressSigns, now: () => number): (() => number) => {
  let at = now()
  let { worked, written } = read()
  return () => {
    const signs = read()
    if (signs.worked - worked >= WORK_S || signs.written !== written) {
      at = now()
      worked = signs.worked
      written = signs.written
    }
    return now() - at
  }
}

export const watchProgress = (pid: number | undefined, logFile: string): (() => number) =>
  followProgress(
    () => ({ worked: pid === undefined ? 0 : (processorSeconds(pid) ?? 0), written: sizeOf(logFile) }),
    Date.now,
  )
