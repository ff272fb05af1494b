import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { StoredDocument } from '../access/document-access.ts'
import { participantsOf } from '../access/find-participant.ts'
import { refreshWaiting } from '../access/waiting.ts'
import { endInvitations } from '../documents/end-invitations.ts'
import { forgetDrafts } from '../documents/form-drafts.ts'
import { withdrawCopies } from '../documents/withdraw-copies.ts'
import { distinctRecipients, type MailRecipient } from '../mail/outbox.ts'
import { targetsOf } from '../participants/invited-person.ts'

/** A person to mail; the text says whether their signature stays in the file. */
export interface CancellationAudience extends MailRecipient {
  readonly hasSigned: boolean
  /** Approved, or read. */
  readonly hasAnswered: boolean
}

export interface DocumentCancellation {
  readonly document: StoredDocument
  /** Null for the owner. */
  readonly by: string | null
  readonly reason: string
  readonly now: number
}

/** Skips revoked invitations. */
const invitedPeople = async (db: ApiDatabase, documentId: number): Promise<MailRecipient[]> => {
  const rows = await db
    .selectFrom('invitations')
    .leftJoin('fields', 'fields.id', 'invitations.field_id')
    .innerJoin('participants', (join) =>
      join.on((eb) =>
        eb('participants.id', '=', eb.fn.coalesce('fields.participant_id', 'invitations.participant_id')),
      ),
    )
    .leftJoin('alternates', 'alternates.id', 'invitations.alternate_id')
    .select('invitations.email')
    .select((eb) => eb.fn.coalesce('alternates.name', 'participants.name').as('signer_name'))
    .where('invitations.document_id', '=', documentId)
    .where('invitations.revoked_at', 'is', null)
    .where('fields.deleted_at', 'is', null)
    .orderBy('fields.position')
    .execute()
  return rows.map(({ email, signer_name }) => ({ name: signer_name, address: email }))
}

/** Only those whose mail left or will leave: the others know nothing of the document. */
const reachedKeys = async (db: ApiDatabase, documentId: number): Promise<Set<string>> => {
  const mails = await db
    .selectFrom('outbox')
    .select('to_key')
    .where((eb) =>
      eb.or([
        eb('document_id', '=', documentId),
        // Written for another document of the sending.
        eb(
          'id',
          'in',
          eb
            .selectFrom('invitations')
            .select((of) => of.ref('mail_id').$notNull().as('id'))
            .where('document_id', '=', documentId)
            .where('mail_id', 'is not', null),
        ),
      ]),
    )
    .where('kind', 'in', ['invitation', 'reminder', 'deadline-changed'])
    .where('state', 'in', ['sent', 'pending'])
    .execute()
  return new Set(mails.map(({ to_key }) => to_key))
}

const signedPeople = async (db: ApiDatabase, documentId: number): Promise<MailRecipient[]> => {
  const rows = await db
    .selectFrom('signatures')
    .select(['signer_name', 'signer_email'])
    .where('document_id', '=', documentId)
    .orderBy('signed_at')
    .execute()
  return rows.map(({ signer_name, signer_email }) => ({ name: signer_name, address: signer_email }))
}

/**
 * Ends invitations, unsent mails and sharing, in the caller's
 * transaction.
 * @returns everyone mailed or signed, once each; may include the
 * owner
 */
export const endDocument = async (
  db: ApiDatabase,
  { document, by, reason, now }: DocumentCancellation,
): Promise<CancellationAudience[]> => {
  const invited = await invitedPeople(db, document.id)
  for (const target of await targetsOf(db, document.id)) {
    await endInvitations(db, target, now)
    if (target.field_id !== null) await forgetDrafts(db, target.field_id)
  }
  const reached = await reachedKeys(db, document.id)
  const signed = await signedPeople(db, document.id)
  const answered = (await participantsOf(db, document.id)).filter(({ answered_at }) => answered_at !== null)
  const answeredKeys = new Set(answered.map(({ email }) => emailKey(email)))
  const signedKeys = new Set(signed.map(({ address }) => emailKey(address)))
  await db
    .updateTable('documents')
    .set({
      status: 'CANCELLED',
      cancelled_at: now,
      cancelled_by: by,
      cancel_reason: reason,
      shared_at: null,
      public_link_at: null,
      link_code_at: null,
    })
    .where('id', '=', document.id)
    .execute()
  await refreshWaiting(db, document.id)
  await withdrawCopies(db, document.id, now)
  const readers = invited.filter(({ address }) => reached.has(emailKey(address)))
  return distinctRecipients([...signed, ...readers]).map((person) => ({
    ...person,
    hasSigned: signedKeys.has(emailKey(person.address)),
    hasAnswered: answeredKeys.has(emailKey(person.address)),
  }))
}
