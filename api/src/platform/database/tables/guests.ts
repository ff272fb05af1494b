import type { Generated } from 'kysely'
import type { Identification } from 'shared/contract'

/** A person whom the account invited. Deleted two years after the last invitation. */
export interface ContactTable {
  id: number
  user_id: number
  email_key: string
  email: string
  name: string
  search_text: string
  last_used_at: number
}

/** A link for the signer of one field, or for a participant without one. A new one revokes the earlier ones. */
export interface InvitationTable {
  id: number
  document_id: number
  /** Null exactly if `participant_id` is not. */
  field_id: number | null
  /** A participant of another kind than `firma`: a signer is the one of the field. */
  participant_id: Generated<number | null>
  /** With `field_id`: a person in the place of the field's signer. */
  alternate_id: Generated<number | null>
  email: string
  /** SHA-256, hexadecimal; the token is derived from the id (`invitation-token.ts`). */
  token_hash: string
  created_at: number
  expires_at: number
  revoked_at: number | null
  /** Signed, approved or read. */
  used_at: number | null
  /** Null until the guest's turn. */
  mail_id: number | null
  /** Null: others sign first. */
  turn_at: number | null
  /** When the guest saw the document. */
  seen_at: number | null
  declined_at: number | null
  decline_reason: string | null
  reminders: Generated<number>
  reminded_at: number | null
  /** When the guest turned reminders off. */
  silenced_at: number | null
  /**
   * When reminders resumed: the guest turned them on, or the owner
   * refused a proposal or changed the deadline.
   */
  resumed_at: number | null
  /** The proposed signer; null after the owner's answer. */
  proposed_at: number | null
  proposed_name: string | null
  proposed_email: string | null
  proposal_note: string | null
  personal_message: string | null
}

/** Public-link session for one field. */
export interface LinkSessionTable {
  id: number
  document_id: number
  /** The field may not exist until it is signed. */
  field_id: number
  /** Own field on page 1; otherwise null. */
  x: number | null
  y: number | null
  width: number | null
  height: number | null
  /** As stated; email may be empty. */
  name: string
  email: string
  identification_type: Identification['type']
  identification_number: string
  created_at: number
  expires_at: number
  email_confirmed_at: number | null
  ended_at: number | null
  used_at: number | null
}

export interface LinkCodeTable {
  id: number
  document_id: number
  email_key: string
  /** HMAC-SHA256 over id and code, hexadecimal. */
  code_hash: string
  created_at: number
  expires_at: number
  /** Right or wrong. */
  attempts: number
}
