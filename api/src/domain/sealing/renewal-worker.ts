import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import { CLAIM_SLICES, type HeldSlice, holdSlice } from '../../platform/database/claim-slice.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import { DOCUMENTS_LISTED } from '../../platform/monitoring/admin-events.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { withoutOrigin } from '../../platform/origin.ts'
import { type RenewalServices, renewSeal, type SealRenewal, sealsEndingBefore } from './renew-seal.ts'

type RenewalWorkerOptions = RenewalServices & {
  /** Milliseconds before expiry. */
  readonly margin: number
  readonly log: ServiceLog
  readonly adminLog: AdminLog
}

/** Failures wait for the next poll: months remain. */
const RENEWAL_POLL_INTERVAL = 6 * HOUR_MS
/** Documents of a round. */
const AT_ONCE = 500

const report = (
  { adminLog }: Pick<RenewalWorkerOptions, 'adminLog'>,
  renewed: number,
  failed: readonly number[],
): void => {
  if (renewed > 0) adminLog.record({ event: 'seals-renewed', renewed })
  if (failed.length === 0) return
  const documents = failed.slice(0, DOCUMENTS_LISTED)
  adminLog.record({ event: 'seals-not-renewed', count: failed.length, documents })
}

/**
 * Adds a time stamp before the last one ends (ETSI EN 319 142-1, B-LTA). A document that fails is logged and does not
 * stop the others. One process at a time: an authority is asked once for each document.
 */
export const createRenewalWorker = (options: RenewalWorkerOptions): PollingLoop => {
  const { db, clock, margin, log } = options
  const renew = async (documentId: number, due: number): Promise<SealRenewal | 'failed'> => {
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
  const renewAll = async ({ keep }: HeldSlice): Promise<number> => {
    const due = clock() + margin
    let renewed = 0
    const failed: number[] = []
    for (const documentId of await sealsEndingBefore(db, due, AT_ONCE)) {
      if (loop.isStopping() || !(await keep())) break
      const renewal = await renew(documentId, due)
      if (renewal === 'renewed') renewed += 1
      if (renewal === 'would-not-last' || renewal === 'failed') failed.push(documentId)
    }
    report(options, renewed, failed)
    return renewed
  }
  const tick = async (): Promise<number> => {
    const held = await holdSlice(db, CLAIM_SLICES.renewal, clock)
    return held === undefined ? 0 : renewAll(held).finally(held.end)
  }
  const onError = (error: unknown): void => log.error({ err: error }, 'renewal worker failed')
  const loop = createPollingLoop(tick, RENEWAL_POLL_INTERVAL, onError)
  return loop
}
