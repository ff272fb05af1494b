import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { checkNotExpired } from './deadline.ts'
import type { LinkSession } from './own-field.ts'

/**
 * A session ends with expiry, sharing, document or field; by
 * cancellation only if unsigned.
 * @throws ApiError DOCUMENT_CANCELLED, DOCUMENT_EXPIRED, NOT_FOUND, SESSION_EXPIRED
 */
export const openLinkSession = async (db: ApiDatabase, sessionId: number, now: number): Promise<LinkSession> => {
  const row = await db
    .selectFrom('agent_sessions')
    .innerJoin('documents', 'documents.id', 'agent_sessions.document_id')
    .leftJoin('fields', 'fields.id', 'agent_sessions.field_id')
    .selectAll('agent_sessions')
    .select([
      'documents.status',
      'documents.deadline',
      'documents.deleted_at as document_deleted_at',
      'fields.deleted_at as field_deleted_at',
    ])
    .where('agent_sessions.id', '=', sessionId)
    .executeTakeFirst()
  if (row === undefined || row.document_deleted_at !== null || row.field_deleted_at !== null)
    throw new ApiError('NOT_FOUND')
  if (row.status === 'CANCELLED' && row.used_at === null) throw new ApiError('DOCUMENT_CANCELLED')
  if (row.used_at === null) checkNotExpired(row, now)
  if (row.ended_at !== null) throw new ApiError('NOT_FOUND')
  if (row.expires_at <= now) throw new ApiError('SESSION_EXPIRED')
  return row
}

/** Sharing again needs new sessions. */
export const endSessions = async (transaction: ApiDatabase, documentId: number, now: number): Promise<void> => {
  await transaction
    .updateTable('agent_sessions')
    .set({ ended_at: now })
    .where('document_id', '=', documentId)
    .where('expires_at', '>', now)
    .where('ended_at', 'is', null)
    .execute()
}
