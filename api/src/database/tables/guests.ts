import type { Generated } from 'kysely'
import type { Identification } from 'shared/contract'

export interface InvitationTable {
  id: number
  document_id: number
  field_id: number
  email: string
  token_hash: string
  created_at: number
  expires_at: number
  revoked_at: number | null
  used_at: number | null
  /** The mail that carries it; null while it waits for its guest's turn and none has left. */
  mail_id: number | null
  /** Since when it is its guest's turn; null: others sign first. */
  turn_at: number | null
  /** When the guest's page told that a person looks at the document. */
  seen_at: number | null
  declined_at: number | null
  decline_reason: string | null
  /** How many reminders were sent, and when the last. */
  reminders: Generated<number>
  reminded_at: number | null
  /** Since when the guest wants no reminders. */
  silenced_at: number | null
  /** When reminders were last taken up again: the guest wants them after all, or a proposal was turned down. */
  resumed_at: number | null
  /** Whom the guest proposed instead; null again once the owner has answered. */
  proposed_at: number | null
  proposed_name: string | null
  proposed_email: string | null
  proposal_note: string | null
}

/** Somebody who came by a public link and was let in by the signing agent: one field, for a few minutes. */
export interface AgentSessionTable {
  id: number
  document_id: number
  /** The field that the link named, or the one that the person's own will be: no row of `fields` until it is signed. */
  field_id: number
  /** Where an own field lies on the first page; null where the link named a field. */
  x: number | null
  y: number | null
  width: number | null
  height: number | null
  /** As the person says; the e-mail may be empty. */
  name: string
  email: string
  identification_type: Identification['type']
  identification_number: string
  created_at: number
  expires_at: number
  /** When the person typed the code that was mailed to `email`. */
  email_confirmed_at: number | null
  /** When the owner ended the sharing. */
  ended_at: number | null
  /** When the person signed. */
  used_at: number | null
}

/** A code that was mailed to who wants to sign by a public URL. One row per document and address, the newest. */
export interface LinkCodeTable {
  id: number
  document_id: number
  email_key: string
  /** HMAC-SHA256 over id and code, hexadecimal. */
  code_hash: string
  created_at: number
  expires_at: number
  /** Wrong or right. */
  attempts: number
}
