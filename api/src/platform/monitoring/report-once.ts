import { createRecentMap, createWindowCounter } from 'shared/server'
import { type Clock, MINUTE_MS } from '../clock.ts'

/** Before a kind is muted. */
const LINES_MAX = 20
const QUIET = 10 * MINUTE_MS
const REMEMBERED_MAX = 10_000

/** `muted`: the last report of its kind for a while. */
type Report = { readonly muted: boolean }

/**
 * An attack must not flood the log.
 * @returns decides by kind, subject and silence in milliseconds; undefined: do not report
 */
export const createReportOnce = (
  clock: Clock,
): ((kind: string, about: string, silence: number) => Report | undefined) => {
  const silentUntil = createRecentMap<number>(REMEMBERED_MAX)
  const flows = createWindowCounter(REMEMBERED_MAX, clock)
  return (kind, about, silence) => {
    const now = clock()
    const key = `${kind} ${about}`
    if ((silentUntil.get(key) ?? 0) > now) return undefined
    const { count } = flows.hit(kind, QUIET)
    if (count > LINES_MAX) return undefined
    silentUntil.set(key, now + silence)
    return { muted: count === LINES_MAX }
  }
}
