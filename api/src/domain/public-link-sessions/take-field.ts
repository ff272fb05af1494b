import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { findField } from '../access/find-field.ts'
import type { StoredField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { refreshSearchText } from '../documents/search-text.ts'
import { nextPosition } from '../fields/create-field.ts'
import { passField, storeFieldWithParticipant } from '../participants/assign-participant.ts'

/** The signer's identity is unverified. */
export interface TakenField {
  readonly field: StoredField
  readonly signer: { readonly name: string; readonly email: string }
  readonly sessionId: number
  readonly signedAt: number
}

const storeOwnField = async (db: ApiDatabase, { field, sessionId, signedAt }: TakenField): Promise<void> => {
  const position = await nextPosition(db, field.document_id)
  await storeFieldWithParticipant(db, { ...field, position })
  const data = { field: field.id, type: field.field_type, page: field.page }
  const event = { at: signedAt, kind: 'field-created' as const, actor: `agent-session:${sessionId}`, data }
  await appendEvent(db, field.document_id, event)
}

/** Assigns or stores the field. Requires the signature's transaction. */
export const takeField = async (transaction: ApiDatabase, taken: TakenField): Promise<void> => {
  const { field, signer } = taken
  if ((await findField(transaction, field.id)) === undefined) await storeOwnField(transaction, taken)
  const stated = { signer_name: signer.name, signer_email: signer.email, signed_by_link_at: taken.signedAt }
  await passField(transaction, field, stated)
  await refreshSearchText(transaction, field.document_id)
}
