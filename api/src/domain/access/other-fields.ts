import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { hasTurn } from './check-turn.ts'
import { fieldsOf } from './find-field.ts'
import { rowSignerKey } from './same-signer.ts'
import type { StoredField } from './view-field.ts'

const invitedFields = async (db: ApiDatabase, documentId: number, now: number): Promise<Set<number>> => {
  const rows = await db
    .selectFrom('invitations')
    .select('field_id')
    .where('document_id', '=', documentId)
    .where('revoked_at', 'is', null)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  return new Set(rows.map(({ field_id }) => field_id))
}

/** In any turn, and requires an address: an equal name proves nothing. */
const isInvitedSigner = (a: StoredField, b: StoredField): boolean =>
  a.signer_email !== '' && rowSignerKey(a) === rowSignerKey(b)

/**
 * Fields that the same person may sign in one act:
 * for a guest, open invitations to the same name and address.
 */
export const otherFieldsOf = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  field: StoredField,
  now: number,
): Promise<StoredField[]> => {
  const waiting = (await fieldsOf(db, field.document_id)).filter(
    ({ id, signed_at }) => id !== field.id && signed_at === null,
  )
  if (actor.kind === 'session') return waiting.filter(({ field_type }) => field_type === 'PRIMARY')
  if (actor.source.kind !== 'invitation') return []
  const invited = await invitedFields(db, field.document_id, now)
  return waiting.filter((other) => invited.has(other.id) && isInvitedSigner(field, other))
}

/**
 * Skips fields that another window has signed.
 * @throws ApiError FORBIDDEN, NOT_YOUR_TURN
 */
export const requestedOthers = async (
  db: ApiDatabase,
  actor: SessionActor | GuestActor,
  field: StoredField,
  { ids, now }: { readonly ids: readonly number[]; readonly now: number },
): Promise<StoredField[]> => {
  if (ids.length === 0) return []
  const theirs = await otherFieldsOf(db, actor, field, now)
  const all = await fieldsOf(db, field.document_id)
  const wanted = all.filter(({ id, signed_at }) => ids.includes(id) && id !== field.id && signed_at === null)
  if (ids.some((id) => all.every((stored) => stored.id !== id))) throw new ApiError('FORBIDDEN')
  if (wanted.some(({ id }) => theirs.every((own) => own.id !== id))) throw new ApiError('FORBIDDEN')
  for (const other of wanted) if (!(await hasTurn(db, other))) throw new ApiError('NOT_YOUR_TURN')
  return wanted
}
