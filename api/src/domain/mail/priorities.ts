import type { MailKind } from '../../platform/database/schema.ts'

/** Codes end in minutes. */
export const CODE_PRIORITY = 0
/** A person waits for it. */
const REQUEST = 1
const NOTICE = 2

/** Lower is sent first. */
export const mailPriorityColumn: Readonly<Record<MailKind, number>> = {
  'reset-code': CODE_PRIORITY,
  'link-code': CODE_PRIORITY,
  'email-confirmation': CODE_PRIORITY,
  invitation: REQUEST,
  'invitation-replaced': REQUEST,
  proposal: REQUEST,
  'proposal-refused': REQUEST,
  'question-asked': REQUEST,
  'question-answered': REQUEST,
  'password-changed': REQUEST,
  'email-changed': REQUEST,
  'account-changed': REQUEST,
  'account-deleted': REQUEST,
  'removal-request': REQUEST,
  'mail-undelivered': REQUEST,
  reminder: NOTICE,
  'field-signed': NOTICE,
  'participant-answered': NOTICE,
  'document-declined': NOTICE,
  'document-cancelled': NOTICE,
  'document-expired': NOTICE,
  'deadline-changed': NOTICE,
  'document-completed': NOTICE,
  'document-copy': NOTICE,
  'sealing-failed': NOTICE,
  'webhook-disabled': NOTICE,
}
