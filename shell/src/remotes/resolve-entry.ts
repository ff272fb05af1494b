import type { RemoteEntry, RemoteName } from 'shared/contract'
import type { ReleasePlan } from 'shared/host'

/**
 * A canary falls back to the active release.
 * @param dice 0 to 99; called only if there is a canary
 * @param avoided release that crashed in this tab
 */
export const resolveEntry = (
  { active, fallback, canary }: RemoteEntry,
  dice: () => number,
  avoided: string | null = null,
): ReleasePlan => {
  const plan =
    canary && canary.release !== active && dice() < canary.percent
      ? { active: canary.release, fallback: active }
      : { active, fallback }
  return plan.active === avoided && plan.fallback !== null ? { active: plan.fallback, fallback: null } : plan
}

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

const avoidedKey = (name: RemoteName): string => `trazo.mf.avoid.${name}`

/** The next page of this tab loads the previous release. */
export const avoidRelease = (name: RemoteName, release: string): void => {
  try {
    sessionStorage.setItem(avoidedKey(name), release)
  } catch {
    // Without storage the tab loads the same release.
  }
}

export const avoidedRelease = (name: RemoteName): string | null => {
  try {
    return sessionStorage.getItem(avoidedKey(name))
  } catch {
    return null
  }
}
