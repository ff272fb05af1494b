import { type Clock, HOUR } from '../../platform/clock.ts'
import type { AdminLog } from '../../platform/monitoring/admin-log.ts'
import { createTellOnce } from '../../platform/monitoring/report-once.ts'

/** Once per hour, document and fault. */
export const tellAlteredLogs = (adminLog: AdminLog, clock: Clock): ((document: number, fault: string) => void) => {
  const tellOnce = createTellOnce(clock)
  return (document, fault) => {
    const told = tellOnce('log-altered', `${document} ${fault}`, HOUR)
    if (told.kind === 'tell') adminLog.record({ event: 'log-altered', document, fault, muted: told.muted })
  }
}
