import type { LoadCost } from './cost.ts'

export const loadAssumptions = {
  documentsPerDay: 1_000_000,
  /** Share of a day's documents. */
  busiestHour: 0.12,
  /** Target utilisation; beyond it queues grow quickly. */
  busy: 0.6,
  signersPerDocument: 2,
} as const

export interface ServerNeed {
  /** In the busiest hour. */
  readonly perSecond: number
  readonly cores: number
  readonly processes: number
  /** Bytes per day. */
  readonly stored: number
  readonly database: number
  readonly mailed: number
  readonly mails: number
  readonly timeStamps: number
  /** Bytes per day, mail excluded. */
  readonly received: number
  readonly sent: number
}

export const reckonNeed = (cost: LoadCost): ServerNeed => {
  const { documentsPerDay, busiestHour, busy, signersPerDocument } = loadAssumptions
  const perSecond = (documentsPerDay * busiestHour) / 3600
  const cores = perSecond * cost.processor
  return {
    perSecond,
    cores,
    processes: Math.ceil(cores / busy),
    stored: cost.stored * documentsPerDay,
    database: cost.database * documentsPerDay,
    mailed: cost.mailed * documentsPerDay,
    mails: cost.mails * documentsPerDay,
    // One per signature, one for the seal.
    timeStamps: (signersPerDocument + 1) * documentsPerDay,
    received: cost.uploaded * documentsPerDay,
    // Each signer and the owner download it.
    sent: (signersPerDocument + 1) * cost.uploaded * documentsPerDay,
  }
}
