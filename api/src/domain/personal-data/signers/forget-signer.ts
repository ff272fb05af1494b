import { REMOVED_SIGNER_NAME } from 'shared/contract/signing-order'
import type { ApiDatabase } from '../../../platform/database/open-database.ts'
import { emailKey } from '../../../platform/names/name-keys.ts'
import { forgetAddress } from '../../contacts/forget-contacts.ts'
import { forgetDrafts } from '../../documents/form-drafts.ts'
import { refreshSearchText } from '../../documents/search-text.ts'
import { forgetQuestions } from '../../questions/recorded-questions.ts'
import { type ForgettableSigner, isMailOfSigner, isOfSigner } from './find-signer.ts'

const idsOf = async (db: ApiDatabase, signer: ForgettableSigner) => {
  const { documentId, email, fields, parts } = signer
  const key = emailKey(email)
  const invitations = await db
    .selectFrom('invitations')
    .select(['id', 'field_id', 'participant_id', 'alternate_id', 'email', 'proposed_email'])
    .where('document_id', '=', documentId)
    .execute()
  return {
    invitations: invitations.filter((row) => isOfSigner(signer, row)).map(({ id }) => id),
    proposed: invitations.filter((row) => emailKey(row.proposed_email ?? '') === key).map(({ id }) => id),
    fields: fields.map(({ id }) => id),
    participants: [...new Set([...fields.map(({ participant_id }) => participant_id), ...parts.map(({ id }) => id)])],
  }
}

const NO_PROPOSAL = { proposed_at: null, proposed_name: null, proposed_email: null, proposal_note: null }

const forgetInvitations = async (db: ApiDatabase, ids: readonly number[], now: number): Promise<void> => {
  for (const id of ids)
    await db
      .updateTable('invitations')
      .set((eb) => ({
        email: '',
        decline_reason: null,
        personal_message: null,
        ...NO_PROPOSAL,
        token_hash: `removed:${id}`,
        revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)),
      }))
      .where('id', '=', id)
      .execute()
}

/** Matches whole words. */
const namedIn = (names: readonly string[]): ((text: string) => boolean) => {
  const words = names.filter((name) => name !== '').map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{N}])`, 'u')
  return (text) => pattern.test(text)
}

/** Also messages to others. */
const forgetMessages = async (db: ApiDatabase, { documentId, email, name }: ForgettableSigner): Promise<void> => {
  const names = namedIn([email, name])
  const rows = await db
    .selectFrom('invitations')
    .select(['id', 'personal_message'])
    .where('document_id', '=', documentId)
    .where('personal_message', 'is not', null)
    .execute()
  for (const { id, personal_message: message } of rows)
    if (names(message ?? ''))
      await db.updateTable('invitations').set({ personal_message: null }).where('id', '=', id).execute()
}

const forgetTemplateMessage = async (
  db: ApiDatabase,
  { documentId, email, name }: ForgettableSigner,
): Promise<void> => {
  const use = await db
    .selectFrom('template_uses')
    .select('message')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  if (namedIn([email, name])(use?.message ?? ''))
    await db.updateTable('template_uses').set({ message: null }).where('document_id', '=', documentId).execute()
}

/** Keeps the rows: invitations refer to them. */
const forgetMails = async (db: ApiDatabase, signer: ForgettableSigner): Promise<void> => {
  const { documentId, email, name } = signer
  const mails = await db.selectFrom('outbox').selectAll().where('document_id', '=', documentId).execute()
  const names = namedIn([email, name])
  const emptied = { subject: '', text_body: '', html_body: '', unsubscribe_url: null, last_error: null }
  for (const mail of mails) {
    const isTheirs = isMailOfSigner(signer, mail)
    // Pending mails to other people must still be sent.
    if (!isTheirs && (mail.state === 'pending' || !names(`${mail.subject}\n${mail.text_body}`))) continue
    const to = isTheirs ? { to_name: '', to_address: '', to_key: '' } : {}
    const state = mail.state === 'pending' ? ('withdrawn' as const) : mail.state
    await db
      .updateTable('outbox')
      .set({ ...emptied, ...to, state })
      .where('id', '=', mail.id)
      .execute()
  }
}

const forgetAsContact = async (db: ApiDatabase, { documentId, email }: ForgettableSigner): Promise<void> => {
  const document = db.selectFrom('documents').select('owner_id').where('id', '=', documentId)
  const { owner_id } = await document.executeTakeFirstOrThrow()
  await forgetAddress(db, owner_id, email)
}

const forgetWebhooks = async (db: ApiDatabase, { documentId, email, name }: ForgettableSigner): Promise<void> => {
  const names = namedIn([email, name])
  const rows = await db.selectFrom('webhook_deliveries').selectAll().where('document_id', '=', documentId).execute()
  for (const { id, payload, answer } of rows)
    if (names(`${payload}\n${answer ?? ''}`)) await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
}

/**
 * Removes an unsigned signer's data. The log keeps its
 * chained entries until the document is erased.
 */
export const forgetSigner = async (db: ApiDatabase, signer: ForgettableSigner, now: number): Promise<void> => {
  const { documentId, name } = signer
  const { invitations, proposed, fields, participants } = await idsOf(db, signer)
  await forgetInvitations(db, invitations, now)
  await forgetMessages(db, signer)
  await forgetTemplateMessage(db, signer)
  await forgetQuestions(db, signer, namedIn([signer.email, name]))
  for (const id of proposed) await db.updateTable('invitations').set(NO_PROPOSAL).where('id', '=', id).execute()
  for (const id of fields) await forgetDrafts(db, id)
  for (const id of participants)
    await db
      .updateTable('participants')
      .set({ name: REMOVED_SIGNER_NAME, email: '', note: '' })
      .where('id', '=', id)
      .execute()
  for (const { id } of signer.alternates)
    await db.updateTable('alternates').set({ name: REMOVED_SIGNER_NAME, email: '' }).where('id', '=', id).execute()
  await db
    .updateTable('documents')
    .set({ cancelled_by: REMOVED_SIGNER_NAME, cancel_reason: '' })
    .where('id', '=', documentId)
    .where('cancelled_by', '=', name)
    .execute()
  await forgetMails(db, signer)
  await forgetAsContact(db, signer)
  await forgetWebhooks(db, signer)
  await refreshSearchText(db, documentId)
}
