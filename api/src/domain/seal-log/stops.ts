import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { newId } from '../../platform/ids.ts'
import type { ApiServices } from '../../platform/services.ts'

export const findOpenStop = (db: ApiDatabase) =>
  db.selectFrom('seal_log_stops').selectAll().where('ended_at', 'is', null).orderBy('noticed_at').executeTakeFirst()

/** Nothing more is sealed until an administrator states what happened. */
export const stopSealing = async (
  { db, clock, adminLog }: Pick<ApiServices, 'db' | 'clock' | 'adminLog'>,
  reason: string,
): Promise<void> => {
  if ((await findOpenStop(db)) !== undefined) return
  await db.insertInto('seal_log_stops').values({ id: newId(), noticed_at: clock(), reason, ended_at: null }).execute()
  adminLog.record({ event: 'seal-log-stopped', reason })
}
