import type { RequestActor } from '../../platform/http/actor.ts'
import type { ApiServices } from '../../platform/services.ts'
import { actorName } from './actor-name.ts'
import { appendEvent } from './append-event.ts'

/** Logs once per guest and revision; range requests add nothing. */
export const logDownload = async (
  { db, clock }: Pick<ApiServices, 'db' | 'clock'>,
  caller: RequestActor,
  documentId: number,
  sha256: string,
): Promise<void> => {
  if (caller.kind !== 'guest' && caller.kind !== 'participant') return
  const actor = actorName(caller)
  await db.transaction().execute(async (transaction) => {
    const before = await transaction
      .selectFrom('audit_events')
      .select('number')
      .where('document_id', '=', documentId)
      .where('kind', '=', 'document-downloaded')
      .where('actor', '=', actor)
      .where('data', '=', JSON.stringify({ sha256 }))
      .executeTakeFirst()
    if (before !== undefined) return
    await appendEvent(transaction, documentId, { at: clock(), kind: 'document-downloaded', actor, data: { sha256 } })
  })
}
