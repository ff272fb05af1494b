import type { Generated } from 'kysely'
import type { RequestCause } from 'shared/server'
import type { DeathColumns } from './death-columns.ts'

/** A mail, inserted in the transaction that it reports. */
export interface OutboxTable extends RequestCause, DeathColumns {
  id: number
  kind: MailKind
  document_id: number | null
  to_name: string
  to_address: string
  /** Normalised address (`emailKey`). */
  to_key: string
  subject: string
  text_body: string
  html_body: string
  attachment_name: string | null
  attachment_sha256: string | null
  /** JSON of `FurtherAttachment`s. */
  further_attachments: Generated<string | null>
  invitation_id: number | null
  /** RFC 8058; contains the link's token. */
  unsubscribe_url: string | null
  created_at: number
  /** `withdrawn`: obsolete before it was sent. */
  state: 'pending' | 'sent' | 'failed' | 'withdrawn'
  /** 0 is sent first (`mail/priorities.ts`). */
  priority: Generated<number>
  attempts: number
  next_attempt_at: number
  /** Other processes wait until then. */
  claimed_until: number | null
  /** Process id (`database/postgres-session.ts`). */
  claimed_by: number | null
  sent_at: number | null
  last_error: string | null
}

/** Decides priority and what the log says (`mail/priorities.ts`, `evidence/record/describe-entry.ts`). */
export type MailKind =
  | 'invitation'
  | 'reminder'
  | 'invitation-replaced'
  | 'proposal'
  | 'proposal-refused'
  | 'document-declined'
  | 'document-cancelled'
  | 'document-expired'
  | 'deadline-changed'
  | 'field-signed'
  | 'participant-answered'
  | 'question-asked'
  | 'question-answered'
  | 'document-completed'
  | 'sealing-failed'
  | 'document-copy'
  | 'reset-code'
  | 'link-code'
  | 'password-changed'
  | 'email-changed'
  | 'email-confirmation'
  | 'account-changed'
  | 'account-deleted'
  | 'removal-request'
  | 'mail-undelivered'
  | 'webhook-disabled'

/** One entry of a document's log. Triggers refuse every change, so that our mistakes cannot rewrite it. */
export interface AuditEventTable {
  /** Fields that the hash covers (`shared/contract/evidence-log`). */
  format: number
  document_id: number
  /** From 1 for each document, without gaps. */
  number: number
  happened_at: number
  kind: string
  actor: string
  /** JSON object. */
  data: string
  /** Null for the server. */
  address: string | null
  user_agent: string | null
  revision_sha256: string | null
  /** At that moment; null for the server. */
  actor_name: string | null
  actor_email: string | null
  previous_hash: string
  /** SHA-256, hexadecimal. */
  hash: string
}
