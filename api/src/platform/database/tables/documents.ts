import type { Generated } from 'kysely'
import type { FieldType, FileStatus, Rewrite, SigningMode, WaitsFor } from 'shared/contract'
import type { CopyMoment, ParticipantKind } from 'shared/contract/participants'
import type { SigningOrderMode } from 'shared/contract/signing-order'

/** `opened` goes out as `normalised` with `opened`: earlier pages know no other value. */
export type StoredRewrite = Rewrite | 'opened'

/** A document and its state. Bytes are in `revisions`. */
export interface DocumentTable {
  id: number
  owner_id: number
  /** `program_tokens.id` of the token that uploaded it, or used a template; also after its revocation. */
  created_by_token: Generated<number | null>
  original_filename: string
  /** Folded name (`documents/search-text.ts`). */
  name_key: string
  description: string
  notes: string
  /** Folded name, description, notes and signers, separated by newlines. */
  search_text: string
  file_type_id: number
  pages: number
  status: FileStatus
  /** Newest revision that is valid; readers and signers get it. */
  revision: number
  /** Earlier revisions have no file. */
  compacted: Generated<number>
  uploaded_at: number
  completed_at: number | null
  signing_order: Generated<SigningOrderMode>
  signing_mode: Generated<SigningMode>
  /** Already in the upload. */
  foreign_signatures: number
  /** 1: the working copy of a template, which is in no list and never leaves. */
  edits_template: Generated<number>
  rewritten: StoredRewrite | null
  /** When the public URL began to allow reading. */
  shared_at: number | null
  /** When it began to allow signing. */
  public_link_at: number | null
  /** When mailed codes became mandatory. */
  link_code_at: number | null
  deleted_at: number | null
  cancelled_at: number | null
  /** Declining guest; null: the owner. */
  cancelled_by: string | null
  cancel_reason: string | null
  /** First moment at which signing is refused: the end of a day in Costa Rica. */
  deadline: Generated<number | null>
  /** When it was announced. */
  expired_at: Generated<number | null>
  /** When its owner took it out of the groups. Changes nothing else. */
  archived_at: Generated<number | null>
  /** Equal for documents that are sent together; null for one that stands alone. */
  sending_id: Generated<number | null>
  /** From 1, in its sending. */
  sending_position: Generated<number | null>
  /** When the final mail of its sending named it; null without a sending. */
  end_told_at: Generated<number | null>
  /** Computed (`access/waiting.ts`). */
  waits_for: Generated<WaitsFor | null>
}

/**
 * `original`: received file, if `uploaded` is a repaired
 * copy. `annotated`: with the owner's annotations.
 */
export type RevisionKind = 'original' | 'uploaded' | 'annotated' | 'prepared' | 'signed' | 'sealed'

/** From number 1, each revision extends the previous bytes. */
export interface RevisionTable {
  document_id: number
  /** 0: the original of a repaired upload. */
  number: number
  kind: RevisionKind
  /** SHA-256, hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
  created_at: number
  /** Idempotency key of an `annotated` revision. */
  request_key: string | null
}

/** Kind of a participant; only signers have fields. */
export type ParticipantRole = 'firma' | ParticipantKind

/** Who takes part in a document: signers in the order of their first fields, others as they were added. */
export interface ParticipantTable {
  id: number
  document_id: number
  kind: Generated<ParticipantRole>
  name: string
  /** Empty if unknown; two participants may share one. */
  email: string
  /** Position in the signing order; null: after all others. Of an approval: the step that waits for it, from 1. */
  turn: number | null
  /** From the owner; empty for signers, like all that follows. */
  note: Generated<string>
  copy_when: Generated<CopyMoment | null>
  added_at: Generated<number | null>
  /** Approved, or read. */
  answered_at: Generated<number | null>
  /** By the owner; the row stays, because invitations refer to it. */
  removed_at: Generated<number | null>
}

/** A person who may sign a field in the place of its participant. */
export interface AlternateTable {
  id: number
  document_id: number
  field_id: number
  name: string
  email: string
  added_at: number
  /** By the owner; the row stays, because invitations refer to it. */
  removed_at: number | null
}

export interface FieldTable {
  id: number
  document_id: number
  /** Whose turn it has, also after an alternate signed. */
  participant_id: number
  /** Who signed in their place; null: the participant, or not signed. */
  alternate_id: Generated<number | null>
  position: number
  client_id: string
  field_type: FieldType
  x: number
  y: number
  width: number
  height: number
  page: number
  label: string
  created_at: number
  signed_at: number | null
  signed_by_link_at: number | null
  deleted_at: number | null
  /** Asked of the signer's certificate; null: any way of signing. */
  certificate_identification: Generated<string | null>
  has_form: Generated<number>
}

export interface FormFieldTable {
  id: number
  document_id: number
  field_id: number
  client_id: string
  label: string
  help: string
  required: number
  page: number
  x: number
  y: number
  width: number
  height: number
  position: number | null
  rule: string
  /** JSON; widgets of the PDF's own form. */
  replaces: Generated<string>
  created_at: number
  /** JSON; null for drawings. */
  value: string | null
  shown_value: string | null
}

export interface FormDraftTable {
  field_id: number
  document_id: number
  /** As `requesterName`; `prefilled`: the sender's values for the signer. */
  requester: string
  form_values: string
  saved_at: number
}

export interface UploadKeyTable {
  owner_id: number
  request_key: string
  /** SHA-256 of the request, hexadecimal. */
  fingerprint: string
  document_id: number
  hides_drawings: number
  expires_at: number
}
