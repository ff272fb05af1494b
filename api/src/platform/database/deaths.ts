import { MINUTE_MS, SECOND_MS } from '../clock.ts'

export interface DeathCount {
  readonly deaths: number
  readonly blamed: number
}

/** A job that killed a process twice ends: a third time would cost everyone a restart again. */
export const BLAMED_MAX = 2

export const killsProcesses = ({ blamed }: Pick<DeathCount, 'blamed'>): boolean => blamed >= BLAMED_MAX

/** An attempt that has an end, of whichever kind, killed nothing. */
export const SURVIVED = { deaths: 0, blamed: 0, died_at: null } as const

/** Milliseconds; doubles per death. */
const PAUSE = { first: 4 * SECOND_MS, longest: 10 * MINUTE_MS }

/**
 * The pause is the test: a server that dies by itself dies within it, too, without the suspect. It varies widely, so
 * that several suspects are not tried together again.
 * @param random 0 ≤ n < 1
 */
export const pauseAfterDeath = (deaths: number, random: () => number): number =>
  Math.round(Math.min(PAUSE.longest, PAUSE.first * 2 ** (deaths - 1)) * (0.25 + 0.75 * random()))

export type BlameDeath = <Job extends DeathCount>(inHand: readonly Job[]) => (DeathCount & { readonly job: Job })[]

/**
 * Whom to blame for the death of a process, by what it had in hand. The only suspect is to blame. Without a suspect each
 * job becomes one. Of several suspects no one knows which it was: they stay suspects.
 */
export const blameDeath: BlameDeath = <Job extends DeathCount>(inHand: readonly Job[]) => {
  const suspects = inHand.filter(({ blamed }) => blamed > 0)
  return inHand.map((job) => {
    if (suspects.length === 0) return { job, deaths: job.deaths + 1, blamed: 1 }
    if (job.blamed === 0) return { job, deaths: job.deaths, blamed: 0 }
    return { job, deaths: job.deaths + 1, blamed: suspects.length === 1 ? job.blamed + 1 : job.blamed }
  })
}

/** After so many deaths in a row, minutes apart, chance is no explanation. Without it, jobs that kill in turns go free. */
export const VOID_MAX = 6

/**
 * A process that started after the last death did not see the whole pause: the server died or was restarted without
 * the job, so the suspicion is void.
 */
export const blameAtClaim = (job: DeathCount & { readonly died_at: number | null }, startedAt: number): number => {
  const isVoid = job.died_at !== null && job.died_at < startedAt && job.deaths < VOID_MAX && !killsProcesses(job)
  return isVoid ? 0 : job.blamed
}

/** The job is to blame for two deaths. */
export class KillingJobError extends Error {
  override readonly name = 'KillingJobError'
}

/** @throws KillingJobError */
export const refuseKilling = (job: Pick<DeathCount, 'blamed'>): void => {
  if (killsProcesses(job)) throw new KillingJobError('two processes died while they worked on it')
}
