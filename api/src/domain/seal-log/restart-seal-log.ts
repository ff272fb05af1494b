import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { beginTree, lastCheckpoint, type SealLogServices, withSealLogLocked } from './seal-log.ts'
import { findOpenStop } from './stops.ts'

type RestartServices = Pick<SealLogServices, 'db' | 'clock' | 'locks' | 'adminLog' | 'publicUrl' | 'sealLog'>

const statementText = (reason: string, explanation: string, now: number): string =>
  JSON.stringify(['trazo-restart-1', reason, explanation, now])

const beginNext = async (
  transaction: ApiDatabase,
  services: RestartServices,
  { reason, explanation }: { readonly reason: string; readonly explanation: string },
): Promise<number> => {
  const now = services.clock()
  const number = ((await lastCheckpoint(transaction))?.tree ?? 0) + 1
  await beginTree(transaction, services, { number, statement: statementText(reason, explanation, now), now })
  await transaction.updateTable('seal_log_entries').set({ tree: null, position: null }).execute()
  await transaction.updateTable('seal_log_stops').set({ ended_at: now }).where('ended_at', 'is', null).execute()
  return number
}

/**
 * Begins another log after one that witnesses contradict: they never sign the old one again. The statement is the new
 * log's first entry, in clear, and all entries of this database follow it.
 * @param explanation an administrator's, public
 * @returns the number of the new tree; undefined if nothing was stopped
 */
export const restartSealLog = (services: RestartServices, explanation: string): Promise<number | undefined> =>
  withSealLogLocked(services, async () => {
    const { db, adminLog } = services
    const stop = await findOpenStop(db)
    if (stop === undefined) return undefined
    const told = { reason: stop.reason, explanation }
    const tree = await db.transaction().execute((transaction) => beginNext(transaction, services, told))
    adminLog.record({ event: 'seal-log-restarted', tree, statement: explanation })
    return tree
  })
