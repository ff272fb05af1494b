import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { alternatesOf, fieldForEach } from '../access/alternates.ts'
import { findField } from '../access/find-field.ts'
import { invitationsOfSigner, isInvitedSigner, type OpenInvitation } from '../access/signer-invitations.ts'
import type { StoredField } from '../access/view-field.ts'
import { appendEvent } from '../audit/append-event.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import type { FoundSigner } from '../invitations/find-invitation.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { alternateDeclinedMessage } from '../mail/templates/document-declined.ts'
import { invitationsFor, signerTarget, targetFacts } from '../participants/invited-person.ts'

const hasDeclined = async (db: ApiDatabase, field: StoredField): Promise<boolean> => {
  const newest = await db
    .selectFrom('invitations')
    .select('declined_at')
    .where(invitationsFor(signerTarget(field)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return newest !== undefined && newest.declined_at !== null
}

/** Those who may still sign the field, without its present person: invited or not, but not declined. */
const othersFor = async (db: ApiDatabase, field: StoredField): Promise<string[]> => {
  const stored = await findField(db, field.id)
  if (stored === undefined) return []
  const names: string[] = []
  for (const other of fieldForEach(stored, await alternatesOf(db, field.document_id)))
    if (!isInvitedSigner(other, field) && !(await hasDeclined(db, other))) names.push(other.signer_name)
  return names
}

/**
 * Takes out a person who declines, if others may sign each of the person's fields. In the caller's transaction.
 *
 * @returns false if no other person may sign one of the fields, and nothing was changed
 */
export const leaveToOthers = async (
  db: ApiDatabase,
  publicUrl: string,
  { document, owner, field, invitation, person }: FoundSigner,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<boolean> => {
  const open: readonly OpenInvitation[] = await invitationsOfSigner(db, field, now)
  const others = new Set<string>()
  for (const each of open) {
    const names = await othersFor(db, each.field)
    if (names.length === 0) return false
    for (const name of names) others.add(name)
  }
  if (open.length === 0) return false
  for (const { field: each, invitation: own } of open) {
    await endInvitations(db, signerTarget(each), now)
    const declined = { declined_at: now, decline_reason: reason, proposed_at: null }
    await db.updateTable('invitations').set(declined).where('id', '=', own.id).execute()
    const data = { ...targetFacts({ target: signerTarget(each), role: 'firma' }), reason }
    await appendEvent(db, document.id, { at: now, kind: 'alternate-declined', actor: `guest:${invitation.id}`, data })
  }
  const message = alternateDeclinedMessage({
    declinerName: person.name,
    filename: document.original_filename,
    reason,
    others: [...others],
    url: `${publicUrl}${href.dashboard()}`,
  })
  await enqueueMail(db, { kind: 'document-declined', documentId: document.id, to: owner, message }, now)
  return true
}
