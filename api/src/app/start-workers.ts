import type { OpenedServices } from './open-services.ts'

const WORKERS = [
  'deadlines',
  'renewal',
  'anchors',
  'sealLog',
  'completion',
  'retention',
  'integrity',
  'space',
  'pictures',
  'bulk',
  'dueWatch',
] as const

/** The background work of a process. */
export const startWorkers = async (opened: OpenedServices): Promise<void> => {
  await opened.relay.start()
  await opened.webhooks.start()
  opened.resetMailer.start()
  opened.reminderMailer.start()
  // A database older than its log seals nothing.
  await opened.sealLog.compare()
  await opened.sealing.start()
  opened.replica?.start()
  for (const name of WORKERS) opened[name].start()
}
