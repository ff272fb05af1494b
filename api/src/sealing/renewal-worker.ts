import type { FastifyBaseLogger } from 'fastify'
import type { AdminLog } from '../admin-log/admin-log.ts'
import { withoutOrigin } from '../audit/origin.ts'
import { HOUR } from '../clock.ts'
import { createPollingLoop } from '../mail/polling-loop.ts'
import { type Renewal, type RenewalServices, renewSeal, sealsEndingBefore } from './renew-seal.ts'

type Options = RenewalServices & {
  /** How long before its certificate ends a time stamp is followed by a fresh one, in milliseconds. */
  readonly margin: number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  readonly adminLog: AdminLog
}

/** There are months of time; what failed is tried again with the next look. */
const RENEWAL_POLL_INTERVAL = 6 * HOUR
/** Documents of one look, so that one that keeps failing does not keep the server busy. */
const AT_ONCE = 500
/** Numbers of documents in one line for administrators. */
const DOCUMENTS_TOLD = 20

export interface RenewalWorker {
  /** Renews what is due; answers how many were. */
  tick(): Promise<number>
  start(): void
  /** Resolves when the document under way is done. */
  stop(): Promise<void>
}

/**
 * Keeps sealed documents checkable: before the certificate of a document's last time stamp ends, a fresh one is put over
 * it. What is due stands in the database alone; a process that dies in between leaves nothing half done.
 */
export const createRenewalWorker = (options: Options): RenewalWorker => {
  const { db, clock, margin, log, adminLog } = options
  const renew = async (documentId: number, due: number): Promise<Renewal | 'failed'> => {
    try {
      const renewal = await withoutOrigin(() => renewSeal(options, documentId, due))
      if (renewal === 'renewed') log.info({ document: documentId }, 'time stamp renewed')
      if (renewal === 'would-not-last')
        log.warn({ document: documentId }, 'the authority has no time stamp that lasts longer')
      return renewal
    } catch (error) {
      log.error({ err: error, document: documentId }, 'time stamp not renewed')
      return 'failed'
    }
  }
  const tick = async (): Promise<number> => {
    const due = clock() + margin
    let renewed = 0
    const documents: number[] = []
    for (const documentId of await sealsEndingBefore(db, due, AT_ONCE)) {
      if (loop.isStopping()) break
      const renewal = await renew(documentId, due)
      if (renewal === 'renewed') renewed += 1
      if (renewal === 'would-not-last' || renewal === 'failed') documents.push(documentId)
    }
    if (renewed > 0) adminLog.record({ event: 'seals-renewed', renewed })
    if (documents.length > 0)
      adminLog.record({
        event: 'seals-not-renewed',
        count: documents.length,
        documents: documents.slice(0, DOCUMENTS_TOLD),
      })
    return renewed
  }
  const report = (error: unknown): void => log.error({ err: error }, 'renewal worker failed')
  const loop = createPollingLoop(tick, RENEWAL_POLL_INTERVAL, report)
  return { tick, start: loop.start, stop: loop.stop }
}
