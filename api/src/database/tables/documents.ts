import type { Generated } from 'kysely'
import type { FieldType, FileStatus, Rewrite } from 'shared/contract'
import type { SigningMode } from 'shared/contract/signing-order'

export interface DocumentTable {
  id: number
  owner_id: number
  original_filename: string
  /** What names are sorted by: the name, folded (`files/search-text.ts`). */
  name_key: string
  description: string
  notes: string
  /** Name, description, notes and the names of who signs, folded, one a line. */
  search_text: string
  file_type_id: number
  pages: number
  status: FileStatus
  /** Number of the newest revision. */
  revision: number
  uploaded_at: number
  /** When it was sealed, after the last of its fields was signed. */
  completed_at: number | null
  /** Whether everybody signs when they like, or one after the other. */
  signing_order: Generated<SigningMode>
  /** Signatures that the upload carried. */
  foreign_signatures: number
  /** What the upload went through before it became the revision that people sign. */
  rewritten: Rewrite | null
  /** Since when anyone with the address may read it. */
  shared_at: number | null
  /** Since when anyone with the address may also sign: the owner generated it so. */
  public_link_at: number | null
  /** Since when who signs by the public URL types a code that was mailed to them. */
  link_code_at: number | null
  deleted_at: number | null
  /** Since when its status is CANCELLED. */
  cancelled_at: number | null
  /** Name of the guest who declined; null where the owner called it off. */
  cancelled_by: string | null
  cancel_reason: string | null
}

/**
 * `uploaded`: what people sign, as it came or with active content taken out. `original`: as it came, where `uploaded` is
 * a repaired copy of it; it has number 0. `annotated`: what the owner put on it before anybody signs.
 */
export type RevisionKind = 'original' | 'uploaded' | 'annotated' | 'prepared' | 'signed' | 'sealed'

/** One state of a document's bytes. From number 1 on each revision's bytes begin with the bytes of the one before. */
export interface RevisionTable {
  document_id: number
  /** Counts from 1; 0 is the original of a repaired upload. */
  number: number
  kind: RevisionKind
  /** Content address of the stored bytes, SHA-256, hexadecimal. */
  sha256: string
  /** Bytes. */
  size: number
  created_at: number
  /** The request that made an `annotated` one, by the client's own name for it. */
  request_key: string | null
}

export interface FieldTable {
  id: number
  document_id: number
  /** Counts from 1 in the order of placing. */
  position: number
  /** The client's own name for it. */
  client_id: string
  field_type: FieldType
  signer_name: string
  signer_email: string
  x: number
  y: number
  width: number
  height: number
  page: number
  label: string
  created_at: number
  signed_at: number | null
  /** When somebody signed it by the public URL, with a name that they stated themselves. */
  signed_by_link_at: number | null
  deleted_at: number | null
  /** Where its signer stands in the order of signing, as the owner set it; null: after all who have a place. */
  turn: number | null
}

/** The upload that a client named by its own key, while the key lives. */
export interface UploadKeyTable {
  owner_id: number
  request_key: string
  /** What was sent with it, SHA-256, hexadecimal. */
  fingerprint: string
  document_id: number
  /** 1: the answer said that some readers do not show drawings in it. */
  hides_drawings: number
  expires_at: number
}
