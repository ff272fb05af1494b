import type { JobClaims } from '../../platform/database/claims.ts'
import { killsProcesses } from '../../platform/database/deaths.ts'
import { isOneMailbox } from '../../platform/mail/header-text.ts'
import {
  DeferredError,
  furtherAttachments,
  type MailTransport,
  type StoredMail,
  UndeliverableError,
} from '../../platform/mail/transport.ts'
import type { BlobStore } from '../../platform/storage/blob-store.ts'
import { claimMail } from './claim-mail.ts'
import { createRecipientDomains, type RecipientDomains, type UnderWay } from './recipient-domains.ts'
import { markFailed, markSent, type OutcomeOptions } from './record-outcome.ts'

/** Slow mails never stop codes: they end in minutes. */
export const CODE_CONNECTIONS = 1

export interface DispatcherOptions extends OutcomeOptions {
  readonly blobs: Pick<BlobStore, 'read'>
  readonly transport: MailTransport
  readonly claims: JobClaims
  /** Mails at a time, besides CODE_CONNECTIONS. */
  readonly connections: number
}

interface Dispatcher {
  /**
   * Records what has ended and starts what is due.
   * @returns how many it started
   */
  dispatch(): Promise<number>
  isBusy(): boolean
  /** Resolves when a mail ends; at once if none is under way. */
  nextEnd(): Promise<void>
  /** Waits for all, and records them. */
  finish(): Promise<void>
}

interface Loop {
  wake(): void
  isStopping(): boolean
}

type RecordOutcome = () => Promise<void>

const handOver = async (
  options: DispatcherOptions,
  domains: RecipientDomains,
  mail: StoredMail,
): Promise<RecordOutcome> => {
  if (killsProcesses(mail)) {
    options.adminLog?.record({ event: 'job-stopped', kind: 'mail', number: mail.id })
    return () => markFailed(options, mail, new UndeliverableError('two processes died while they sent it'))
  }
  try {
    if (!isOneMailbox(mail.to_address)) throw new UndeliverableError('the address is not a single mailbox')
    const attachment = mail.attachment_sha256 === null ? null : await options.blobs.read(mail.attachment_sha256)
    const further = []
    for (const { filename, sha256 } of furtherAttachments(mail))
      further.push({ filename, bytes: await options.blobs.read(sha256) })
    await options.transport({ mail, attachment, further })
  } catch (error) {
    if (error instanceof DeferredError) domains.deferred(mail.to_address)
    if (error instanceof UndeliverableError) domains.answered(mail.to_address)
    return () => markFailed(options, mail, error)
  }
  domains.answered(mail.to_address)
  return () => markSent(options, mail)
}

/** At once: on SQLite their commits share a store. What fails is recorded again later. */
const recordOutcomes = async (unrecorded: Map<number, RecordOutcome>): Promise<void> => {
  const recorded = [...unrecorded].map(async ([id, record]) => {
    await record()
    unrecorded.delete(id)
  })
  const failed = (await Promise.allSettled(recorded)).find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/**
 * Several mails travel at once. Claims happen one after the
 * other, and after all records, so a mail is never claimed twice.
 */
export const createDispatcher = (options: DispatcherOptions, loop: Loop): Dispatcher => {
  const { db, claims, clock, connections } = options
  const domains = createRecipientDomains(options)
  const underWay = new Map<number, UnderWay & { readonly ended: Promise<void> }>()
  /** Retried until the database accepts them; no mail leaves before. */
  const unrecorded = new Map<number, RecordOutcome>()

  const start = (mail: StoredMail): void => {
    const ended = handOver(options, domains, mail).then((record) => {
      unrecorded.set(mail.id, record)
      underWay.delete(mail.id)
      loop.wake()
    })
    underWay.set(mail.id, { address: mail.to_address, since: clock(), ended })
  }
  const startNext = async (): Promise<boolean> => {
    // Mails may end during each record.
    while (unrecorded.size > 0) await recordOutcomes(unrecorded)
    if (loop.isStopping() || underWay.size >= connections + CODE_CONNECTIONS) return false
    const mail = await claimMail(db, claims, {
      now: clock(),
      inHand: [...underWay.keys(), ...unrecorded.keys()],
      onlyCodes: underWay.size >= connections,
      paused: domains.paused(),
      occupied: domains.occupied([...underWay.values()]),
    })
    if (mail !== undefined) start(mail)
    return mail !== undefined
  }
  const ends = () => [...underWay.values()].map(({ ended }) => ended)
  return {
    dispatch: async () => {
      let started = 0
      while (await startNext()) started += 1
      return started
    },
    isBusy: () => underWay.size + unrecorded.size > 0,
    nextEnd: () => (underWay.size === 0 ? Promise.resolve() : Promise.race(ends())),
    finish: async () => {
      await Promise.all(ends())
      await recordOutcomes(unrecorded)
    },
  }
}
