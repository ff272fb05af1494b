import { headText, type LogHead } from 'shared/contract/evidence-log'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { AuditKind } from './kinds.ts'
import { judgeSignature, logAuthorityOf, type StoredHead } from './log-authority.ts'

export const findHead = (
  db: ApiDatabase,
  documentId: number,
): Promise<(StoredHead & { anchored: number }) | undefined> =>
  db.selectFrom('log_heads').selectAll().where('document_id', '=', documentId).executeTakeFirst()

interface NewEnd extends Omit<LogHead, 'authenticated_from'> {
  readonly kind: AuditKind
}

/**
 * Signs and replaces: only the newest head is kept, because otherwise a log that was cut would still end at a signed
 * head.
 */
export const storeHead = async (db: ApiDatabase, head: LogHead): Promise<void> => {
  const signed = { ...head, ...logAuthorityOf(db).keys.sign(headText(head)) }
  await db
    .insertInto('log_heads')
    .values({ ...signed, anchored: 0 })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(signed))
    .execute()
}

/**
 * Signs the head after a new entry.
 * The previous entry must match the last signed head: otherwise
 * the next event would legitimise a truncated log. A mismatch
 * keeps the old head as proof.
 */
export const signNewHead = async (
  db: ApiDatabase,
  before: { readonly number: number; readonly hash: string } | undefined,
  { kind, ...end }: NewEnd,
): Promise<void> => {
  const { keys, onAltered } = logAuthorityOf(db)
  const known = await findHead(db, end.document_id)
  // Any other first entry means an emptied log.
  const isNew = before === undefined && known === undefined && kind === 'document-uploaded'
  if (isNew) return storeHead(db, { ...end, authenticated_from: 1 })
  const isFollowed =
    known !== undefined &&
    judgeSignature(keys, known) === undefined &&
    known.number === before?.number &&
    known.hash === before.hash
  if (!isFollowed) return onAltered(end.document_id, known === undefined ? 'no-head' : 'other-end')
  await storeHead(db, { ...end, authenticated_from: known.authenticated_from })
}
