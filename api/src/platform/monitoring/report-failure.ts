import type { ServiceLog } from '../logging.ts'
import type { AdminEvent } from './admin-events.ts'
import type { AdminLog } from './admin-log.ts'
import { deepestReason } from './watch-service.ts'

interface Logs {
  readonly log: Pick<ServiceLog, 'error'>
  readonly adminLog: AdminLog
}

/** Writes the error to the log, and its code to the log of administrators, which has no personal data. */
export const reportFailure =
  (
    { log, adminLog }: Logs,
    message: string,
    event: Extract<AdminEvent['event'], 'logs-not-anchored' | 'data-not-erased'>,
  ) =>
  (error: unknown): void => {
    log.error({ err: error }, message)
    adminLog.record({ event, reason: deepestReason(error) })
  }
