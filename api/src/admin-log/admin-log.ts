import { randomBytes } from 'node:crypto'
import { destination, type Logger } from 'pino'
import { createLog } from '../http/logging.ts'
import { type AdminEvent, adminEvents } from './admin-events.ts'

/** Tells administrators what happened to the installation. People and documents are the log of each document's matter. */
export interface AdminLog {
  record(event: AdminEvent): void
}

/** Where nobody listens. */
export const silentAdminLog: AdminLog = { record: () => undefined }

/**
 * JSON lines with `audit: true` among the others, whatever LOG_LEVEL leaves of these. `instance` is another one after
 * each start, so that lines of several processes are told apart.
 */
export const createAdminLog = (log: Logger): AdminLog => {
  const lines = log.child({ audit: true, instance: randomBytes(6).toString('hex') }, { level: 'info' })
  return { record: (event) => lines[adminEvents[event.event].level](event) }
}

const STANDARD_ERROR = 2

/** For commands, whose standard output is for the person in front of them. */
export const commandAdminLog = (): AdminLog =>
  createAdminLog(createLog('silent', destination({ dest: STANDARD_ERROR, sync: true })))
