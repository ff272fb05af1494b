import { createPollingLoop, type PollingLoop } from '../../platform/background/polling-loop.ts'
import { HOUR } from '../../platform/clock.ts'
import type { Log } from '../../platform/logging.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { reasonOf } from '../../platform/monitoring/watch-service.ts'
import { withoutOrigin } from '../../platform/origin.ts'
import { type AnchorServices, anchorLogs } from './anchor-logs.ts'

type Options = AnchorServices & {
  readonly log: Pick<Log, 'error'>
  readonly adminLog: AdminLog
}

/** Daily is promised; failures must not cost a day. */
const ANCHOR_INTERVAL = 6 * HOUR

/** Stamps what completion did not: logs of unfinished documents, and those whose stamp failed. */
export const createAnchorWorker = (options: Options): PollingLoop => {
  const { log, adminLog } = options
  const tick = (): Promise<number> => withoutOrigin(() => anchorLogs(options))
  const report = (error: unknown): void => {
    log.error({ err: error }, 'logs not anchored')
    adminLog.record({ event: 'logs-not-anchored', reason: reasonOf(error) })
  }
  const loop = createPollingLoop(tick, ANCHOR_INTERVAL, report)
  return loop
}
