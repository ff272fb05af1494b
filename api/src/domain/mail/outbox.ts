import { currentCause } from 'shared/server'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { MailKind } from '../../platform/database/schema.ts'
import { newId } from '../../platform/ids.ts'
import { headerText } from '../../platform/mail/header-text.ts'
import type { MailMessage } from '../../platform/mail/message.ts'
import { renderMessage } from '../../platform/mail/render-message.ts'
import type { MailAttachment } from '../../platform/mail/transport.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import { logMail } from './log-mail.ts'
import { mailPriorityColumn } from './priorities.ts'

export interface MailRecipient {
  readonly name: string
  readonly address: string
}

/**
 * A mail before it is rendered. `documentId`: its log records the mail; `attachment`: a stored blob, read when the
 * mail leaves.
 */
export interface OutgoingMail {
  readonly kind: MailKind
  readonly documentId: number | null
  readonly to: MailRecipient
  readonly message: MailMessage
  readonly invitation?: { readonly id: number; readonly unsubscribeUrl: string | null }
  readonly attachment?: MailAttachment
  readonly furtherAttachments?: readonly MailAttachment[]
}

/**
 * Enqueues a mail; call it in the transaction that the mail
 * reports.
 * @returns the mail's id
 */
export const enqueueMail = async (transaction: ApiDatabase, mail: OutgoingMail, now: number): Promise<number> => {
  const id = newId()
  const { subject, text, html } = renderMessage(mail.message)
  await transaction
    .insertInto('outbox')
    .values({
      id,
      kind: mail.kind,
      document_id: mail.documentId,
      to_name: headerText(mail.to.name),
      to_address: mail.to.address,
      to_key: emailKey(mail.to.address),
      subject,
      text_body: text,
      html_body: html,
      attachment_name: mail.attachment?.filename ?? null,
      attachment_sha256: mail.attachment?.sha256 ?? null,
      further_attachments: mail.furtherAttachments?.length ? JSON.stringify(mail.furtherAttachments) : null,
      invitation_id: mail.invitation?.id ?? null,
      unsubscribe_url: mail.invitation?.unsubscribeUrl ?? null,
      created_at: now,
      state: 'pending',
      priority: mailPriorityColumn[mail.kind],
      attempts: 0,
      next_attempt_at: now,
      claimed_until: null,
      claimed_by: null,
      sent_at: null,
      last_error: null,
      ...currentCause(),
    })
    .execute()
  await logMail(
    transaction,
    'mail-queued',
    { id, kind: mail.kind, document_id: mail.documentId, to_address: mail.to.address },
    now,
  )
  return id
}

/** Keeps the first name of each address. */
export const distinctRecipients = (recipients: readonly MailRecipient[]): MailRecipient[] => {
  const byKey = new Map<string, MailRecipient>()
  for (const recipient of recipients) {
    const key = emailKey(recipient.address)
    if (key !== '' && !byKey.has(key)) byKey.set(key, recipient)
  }
  return [...byKey.values()]
}
