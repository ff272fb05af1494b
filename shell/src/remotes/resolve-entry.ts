import type { RemoteEntry } from 'shared/contract'
import type { ReleasePlan } from './machine.ts'

/**
 * Which releases of a remote a tab loads. Who tries out the canary falls back to what everybody else has.
 *
 * @param dice 0 to 99, the tab's own; asked for only where there is a canary
 */
export const resolveEntry = ({ active, fallback, canary }: RemoteEntry, dice: () => number): ReleasePlan =>
  canary && canary.release !== active && dice() < canary.percent
    ? { active: canary.release, fallback: active }
    : { active, fallback }

const KEY = 'trazo.mf.dice'
/** No canary has this many per cent. */
const NEVER = 100

/**
 * The tab's number from 0 to 99: kept in its session, so that a reload meets the release that it had. A browser that
 * keeps nothing tries nothing out.
 *
 * @param random as `Math.random`
 */
export const rollDice = (random: () => number): number => {
  try {
    const kept = sessionStorage.getItem(KEY)
    if (kept !== null && /^\d\d?$/.test(kept)) return Number(kept)
    const dice = Math.floor(random() * 100)
    sessionStorage.setItem(KEY, String(dice))
    return dice
  } catch {
    return NEVER
  }
}
