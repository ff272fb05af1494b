import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { ServiceLog } from '../../platform/logging.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { reportFailure } from '../../platform/monitoring/report-failure.ts'
import { withoutOrigin } from '../../platform/origin.ts'
import { type AnchorServices, anchorLogs } from './anchor-logs.ts'

type AnchorWorkerOptions = AnchorServices & {
  readonly log: Pick<ServiceLog, 'error'>
  readonly adminLog: AdminLog
}

/** Daily is promised; failures must not cost a day. */
const ANCHOR_INTERVAL = 6 * HOUR_MS

/** Stamps what completion did not: logs of unfinished documents, and those whose stamp failed. */
export const createAnchorWorker = (options: AnchorWorkerOptions): PollingLoop =>
  createPollingLoop(
    () => withoutOrigin(() => anchorLogs(options)),
    ANCHOR_INTERVAL,
    reportFailure(options, 'logs not anchored', 'logs-not-anchored'),
  )
