import { type Clock, MINUTE } from '../clock.ts'
import { createRecentMap } from '../recent-map.ts'

/** Before a kind is muted. */
const LINES_MAX = 20
const QUIET = 10 * MINUTE
const REMEMBERED_MAX = 10_000

interface Flow {
  readonly count: number
  readonly endsAt: number
}

/** `muted`: the last line for a while. */
export type Told = { readonly kind: 'tell'; readonly muted: boolean } | { readonly kind: 'keep-quiet' }

/**
 * An attack must not flood the log.
 * @returns a check by kind, subject and silence in milliseconds
 */
export const createReportOnce = (clock: Clock): ((kind: string, about: string, life: number) => Told) => {
  const toldUntil = createRecentMap<number>(REMEMBERED_MAX)
  const flows = createRecentMap<Flow>(REMEMBERED_MAX)
  return (kind, about, life) => {
    const now = clock()
    const key = `${kind} ${about}`
    if ((toldUntil.get(key) ?? 0) > now) return { kind: 'keep-quiet' }
    const known = flows.get(kind)
    const flow = known !== undefined && known.endsAt > now ? known : { count: 0, endsAt: now + QUIET }
    if (flow.count >= LINES_MAX) return { kind: 'keep-quiet' }
    flows.set(kind, { ...flow, count: flow.count + 1 })
    toldUntil.set(key, now + life)
    return { kind: 'tell', muted: flow.count + 1 === LINES_MAX }
  }
}
