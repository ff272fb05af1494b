import { type Clock, HOUR_MS } from '../../platform/clock.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { createReportOnce } from '../../platform/monitoring/report-once.ts'

/** Once per hour, document and fault. */
export const reportAlteredLogs = (adminLog: AdminLog, clock: Clock): ((document: number, fault: string) => void) => {
  const reportOnce = createReportOnce(clock)
  return (document, fault) => {
    const report = reportOnce('log-altered', `${document} ${fault}`, HOUR_MS)
    if (report) adminLog.record({ event: 'log-altered', document, fault, ...report })
  }
}
