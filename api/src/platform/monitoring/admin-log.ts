import { randomBytes } from 'node:crypto'
import { destination, type Logger } from 'pino'
import { createLog } from '../logging.ts'
import { type AdminEvent, adminEvents } from './admin-events.ts'

/** Documents have separate logs. */
export interface AdminLog {
  record(event: AdminEvent): void
}

export const silentAdminLog: AdminLog = { record: () => undefined }

/**
 * JSON lines with `audit: true`, independent of
 * LOG_LEVEL. `instance` separates processes.
 */
export const createAdminLog = (log: Logger): AdminLog => {
  const lines = log.child({ audit: true, instance: randomBytes(6).toString('hex') }, { level: 'info' })
  return { record: (event) => lines[adminEvents[event.event].level](event) }
}

const STANDARD_ERROR = 2

/** For commands; their standard output is for users. */
export const commandAdminLog = (): AdminLog =>
  createAdminLog(createLog('silent', destination({ dest: STANDARD_ERROR, sync: true })))
