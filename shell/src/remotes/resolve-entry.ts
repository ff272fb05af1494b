import type { RemoteEntry } from 'shared/contract'
import type { ReleasePlan } from './machine.ts'

/**
 * A canary falls back to the active release.
 * @param dice 0 to 99; called only if there is a canary
 */
export const resolveEntry = ({ active, fallback, canary }: RemoteEntry, dice: () => number): ReleasePlan =>
  canary && canary.release !== active && dice() < canary.percent
    ? { active: canary.release, fallback: active }
    : { active, fallback }

const KEY = 'trazo.mf.dice'
/** Larger than any percentage. */
const NEVER = 100

/**
 * Returns 0 to 99, stored per session: a reload gets the same release.
 * Without storage the tab gets no canary.
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
