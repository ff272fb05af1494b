import { createRecentMap, createWindowCounter } from 'shared/server'
import { type Clock, MINUTE } from '../clock.ts'

/** Before a kind is muted. */
const LINES_MAX = 20
const QUIET = 10 * MINUTE
const REMEMBERED_MAX = 10_000

/** `muted`: the last line for a while. */
export type Told = { readonly kind: 'tell'; readonly muted: boolean } | { readonly kind: 'keep-quiet' }

/**
 * An attack must not flood the log.
 * @returns a check by kind, subject and silence in milliseconds
 */
export const createTellOnce = (clock: Clock): ((kind: string, about: string, life: number) => Told) => {
  const toldUntil = createRecentMap<number>(REMEMBERED_MAX)
  const flows = createWindowCounter(REMEMBERED_MAX, clock)
  return (kind, about, life) => {
    const now = clock()
    const key = `${kind} ${about}`
    if ((toldUntil.get(key) ?? 0) > now) return { kind: 'keep-quiet' }
    const { count } = flows.hit(kind, QUIET)
    if (count > LINES_MAX) return { kind: 'keep-quiet' }
    toldUntil.set(key, now + life)
    return { kind: 'tell', muted: count === LINES_MAX }
  }
}
