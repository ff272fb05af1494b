/** A mail that was promised in the same transaction as what it tells about. */
export interface OutboxTable {
  id: number
  kind: MailKind
  document_id: number | null
  to_name: string
  to_address: string
  /** Lower case, for looking up. */
  to_key: string
  subject: string
  text_body: string
  html_body: string
  attachment_name: string | null
  attachment_sha256: string | null
  /** The invitation whose link it carries. */
  invitation_id: number | null
  /** Where a mail program unsubscribes by itself (RFC 8058). Holds the link's token. */
  unsubscribe_url: string | null
  created_at: number
  /** `withdrawn`: what it tells was taken back before it left. */
  state: 'pending' | 'sent' | 'failed' | 'withdrawn'
  attempts: number
  next_attempt_at: number
  /** While it is being sent: until when nobody else tries. */
  claimed_until: number | null
  /** Which process sends it, by its own number (`database/postgres-session.ts`). */
  claimed_by: number | null
  sent_at: number | null
  last_error: string | null
}

export type MailKind =
  | 'invitation'
  | 'reminder'
  | 'invitation-replaced'
  | 'proposal'
  | 'proposal-refused'
  | 'document-declined'
  | 'document-cancelled'
  | 'field-signed'
  | 'document-completed'
  | 'sealing-failed'
  | 'document-copy'
  | 'reset-code'
  | 'link-code'
  | 'password-changed'
  | 'email-changed'
  | 'email-confirmation'
  | 'account-changed'

export interface AuditEventTable {
  /** Which facts the hash covers (`shared/evidence`). */
  format: number
  document_id: number
  /** Counts from 1 within the document. */
  number: number
  happened_at: number
  kind: string
  actor: string
  /** JSON object. */
  data: string
  /** IP address and browser of the request; null where the server acted by itself. */
  address: string | null
  user_agent: string | null
  /** SHA-256 of the document's newest revision at that moment. */
  revision_sha256: string | null
  /** Name and address of the actor at that moment; null for the server. */
  actor_name: string | null
  actor_email: string | null
  previous_hash: string
  /** SHA-256 over the previous hash and this event, hexadecimal. */
  hash: string
}
