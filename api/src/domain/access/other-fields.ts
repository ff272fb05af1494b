import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { GuestActor, SessionActor } from '../../platform/http/actor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { checkTurn } from './check-turn.ts'
import { fieldsOf } from './find-field.ts'
import { invitationsOfSigner } from './signer-invitations.ts'
import type { StoredField } from './view-field.ts'

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
  if (actor.kind === 'session') {
    const own = (other: StoredField): boolean => other.field_type === 'PRIMARY' && other.signed_at === null
    return (await fieldsOf(db, field.document_id)).filter((other) => other.id !== field.id && own(other))
  }
  if (actor.source.kind !== 'invitation') return []
  const invited = await invitationsOfSigner(db, field, now)
  return invited.flatMap(({ field: other }) => (other.id === field.id ? [] : [other]))
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
  for (const other of wanted) await checkTurn(db, other)
  return theirs.filter((own) => wanted.some(({ id }) => id === own.id))
}
