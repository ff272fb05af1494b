import { href } from 'shared/contract'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { MailKind } from '../../platform/database/schema.ts'
import type { StoredMail } from '../../platform/mail/transport.ts'
import { fullName } from '../../platform/names/name-keys.ts'
import { deliveryReason } from './delivery-reason.ts'
import { enqueueMail } from './outbox.ts'
import { mailUndeliveredMessage } from './templates/mail-undelivered.ts'

/** Without codes: strangers choose their addresses. */
const ANNOUNCED: Partial<Record<MailKind, string>> = {
  invitation: 'La invitación a firmar',
  reminder: 'El recordatorio',
  'deadline-changed': 'El aviso de la nueva fecha límite',
  'document-copy': 'La copia del documento',
  'document-completed': 'La copia del documento firmado',
}

interface Undelivered {
  readonly reason: string
  readonly publicUrl: string
  readonly now: number
}

/** Mails the owner that a mail to another person failed. */
export const announceUndelivered = async (
  transaction: ApiDatabase,
  mail: StoredMail,
  { reason, publicUrl, now }: Undelivered,
): Promise<void> => {
  const what = ANNOUNCED[mail.kind]
  if (what === undefined || mail.document_id === null) return
  const document = await transaction
    .selectFrom('documents')
    .innerJoin('users', 'users.id', 'documents.owner_id')
    .select(['original_filename', 'first_name', 'last_name', 'email', 'email_key'])
    .where('documents.id', '=', mail.document_id)
    .where('documents.deleted_at', 'is', null)
    .executeTakeFirst()
  if (document === undefined || document.email_key === mail.to_key) return
  const message = mailUndeliveredMessage({
    what,
    filename: document.original_filename,
    address: mail.to_address,
    reason: deliveryReason(reason),
    url: `${publicUrl}${href.dashboard()}`,
  })
  const to = { name: fullName(document), address: document.email }
  await enqueueMail(transaction, { kind: 'mail-undelivered', documentId: mail.document_id, to, message }, now)
}
