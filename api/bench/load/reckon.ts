import type { Cost } from './cost.ts'

/** What is taken for granted of a large installation. */
export const assumptions = {
  documentsPerDay: 1_000_000,
  /** Share of a day's documents that come in its busiest hour. */
  busiestHour: 0.12,
  /** Share of its time that a process works in that hour: beyond it everybody waits for everybody. */
  busy: 0.6,
  signersPerDocument: 2,
} as const

/** What so many documents need, by what one costs. */
export interface Need {
  /** Documents a second in the busiest hour. */
  readonly perSecond: number
  /** Cores that the API's processes keep busy then. */
  readonly cores: number
  readonly processes: number
  /** Bytes a day. */
  readonly stored: number
  readonly database: number
  readonly mailed: number
  readonly mails: number
  readonly timeStamps: number
  /** Bytes a day from and to people, their mail apart. */
  readonly received: number
  readonly sent: number
}

export const reckon = (cost: Cost): Need => {
  const { documentsPerDay, busiestHour, busy, signersPerDocument } = assumptions
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
    // One for each signature, one for the seal.
    timeStamps: (signersPerDocument + 1) * documentsPerDay,
    received: cost.uploaded * documentsPerDay,
    // Each signer reads it, and its owner takes it along; signatures make it larger by little.
    sent: (signersPerDocument + 1) * cost.uploaded * documentsPerDay,
  }
}
