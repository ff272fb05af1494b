import type { Generated } from 'kysely'
import type { AgentKind, FieldType, FileStatus, Identification, Rewrite } from 'shared/contract'
import type { SignatureWay } from 'shared/contract/annotations'
import type { SealProblem } from 'shared/contract/sealing'
import type { SigningMode } from 'shared/contract/signing-order'
import type { TimeStampSource } from '../signing/document-sealer.ts'
import type { CertificatePurpose } from '../signing/pki/certificate-register.ts'

/**
 * The tables, as Kysely sees them.
 *
 * Only types that SQLite and PostgreSQL share: identifiers and instants are `bigint` (53 bits at most, so that a
 * JavaScript number holds them; instants are milliseconds since the epoch, UTC), everything else `text`, `integer` or
 * `double precision`. There is no boolean column: what happened is an instant or null, which also says when.
 */
export interface Database {
  users: UserTable
  sessions: SessionTable
  access_tokens: AccessTokenTable
  refresh_tokens: RefreshTokenTable
  reset_requests: ResetRequestTable
  reset_codes: ResetCodeTable
  documents: DocumentTable
  revisions: RevisionTable
  fields: FieldTable
  signatures: SignatureTable
  card_requests: CardRequestTable
  issued_certificates: IssuedCertificateTable
  invitations: InvitationTable
  agent_sessions: AgentSessionTable
  saved_signatures: SavedSignatureTable
  seal_jobs: SealJobTable
  seals: SealTable
  outbox: OutboxTable
  audit_events: AuditEventTable
  installation_keys: InstallationKeyTable
  attempt_counts: AttemptCountTable
  data_moves: DataMoveTable
  moved_rows: MovedRowTable
  moved_blobs: MovedBlobTable
}

export interface UserTable {
  id: number
  username: string
  /** What uniqueness is judged by: normalised, lower case. */
  username_key: string
  first_name: string
  last_name: string
  email: string
  /** What addresses are compared by. Several accounts may share one: nobody has proven that it is theirs. */
  email_key: string
  phone: string
  country: string
  city: string
  company: string
  /** PHC string, argon2id. */
  password_hash: string
  created_at: number
}

/** A session is the family of every token that descends from one login. */
export interface SessionTable {
  id: number
  user_id: number
  created_at: number
  ended_at: number | null
  end_reason: 'logout' | 'refresh-token-reused' | 'password-reset' | 'revoked' | null
}

export interface AccessTokenTable {
  /** SHA-256 of the token, hexadecimal. */
  token_hash: string
  session_id: number
  expires_at: number
}

export interface RefreshTokenTable {
  token_hash: string
  session_id: number
  expires_at: number
  used_at: number | null
}

/** Somebody asked for reset codes for an address, which may have no account at all. One row per address, the newest. */
export interface ResetRequestTable {
  id: number
  email_key: string
  created_at: number
  expires_at: number
  /** Wrong or right, counted once for all codes of the request. */
  attempts: number
  /** When the codes were made and mailed. */
  prepared_at: number | null
}

/** One code for one account; good while its request stands. */
export interface ResetCodeTable {
  request_id: number
  user_id: number
  /** HMAC-SHA256 over request and code, hexadecimal. */
  code_hash: string
}

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
  /** Since when anyone with the address may also sign: the owner generated it. An invitation alone does not do that. */
  public_link_at: number | null
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
  deleted_at: number | null
  /** Where its signer stands in the order of signing, as the owner set it; null: after all who have a place. */
  turn: number | null
}

export interface SignatureTable {
  field_id: number
  document_id: number
  revision: number
  signer_name: string
  signer_email: string
  signed_at: number
  certificate_serial: string
  certificate_issuer: string
  certificate_subject: string
  certificate_valid_from: number
  certificate_valid_to: number
  timestamp_authority: string
  timestamp_at: number
  /** Whose time stamp it is; `platform-instead` where the external authority failed. */
  timestamp_source: Generated<TimeStampSource>
  level: string
  algorithm: string
  /** What was known of the revocation of the signer's own card when it was asked; null for the platform's certificates. */
  revocation: Generated<CardRevocation | null>
  /** The request that made it, by the client's own name for it. */
  request_key: string | null
  agent: AgentKind
  /** `<type> <number>`, as the signer wrote it; an agent that proves nothing leaves it at that. */
  declared_identification: string | null
  /** As it stands in the signer's certificate (`CPF-…`), where that is the proof. */
  proven_identification: string | null
  /** The link that the signer came by: `invitation:<id>` or `agent-session:<id>`; null for the owner. */
  came_by: string | null
}

/** `not-asked`: nobody answered, and the installation signs all the same. */
export type CardRevocation = 'good' | 'not-asked'

/** A certificate of one of the authorities whose keys are here: what is not in this table, they do not know. */
export interface IssuedCertificateTable {
  /** SHA-256 of the authority's key, hexadecimal. */
  issuer: string
  /** Hexadecimal, lower case. */
  serial_number: string
  purpose: CertificatePurpose
  valid_to: number
  issued_at: number
  revoked_at: number | null
  /** CRLReason (RFC 5280, 5.3.1). */
  revocation_reason: number | null
}

/** A signature that waits for the signer's card, or was made with it not long ago. */
export interface CardRequestTable {
  id: number
  field_id: number
  /** Who asked: an owner, or a guest by the link that they came by. */
  actor: string
  /** The client's own name for the attempt. */
  request_key: string
  /** The revision that the signature is made on. */
  base_sha256: string
  /** PNG data URL; empty once it is in the document. */
  drawing: string
  /** DER, base64. */
  certificate: string
  /** DER of the CMS signed attributes, base64. */
  to_be_signed: string
  declared_type: Identification['type']
  declared_number: string
  /** What the card's authority said; null in requests from before it was asked. */
  revocation: CardRevocation | null
  prepared_at: number
  expires_at: number
}

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
  /** As the person says; both may be empty. */
  name: string
  email: string
  identification_type: Identification['type']
  identification_number: string
  created_at: number
  expires_at: number
  /** When the owner ended the sharing. */
  ended_at: number | null
  /** When the person signed. */
  used_at: number | null
}

/** The work of closing a document that everybody has signed. It begins with the last signature. */
export interface SealJobTable {
  document_id: number
  /** `failed`: given up, until the owner asks for another attempt. */
  state: 'pending' | 'done' | 'failed'
  created_at: number
  attempts: number
  next_attempt_at: number
  /** While somebody is at it: until when nobody else tries. */
  claimed_until: number | null
  /** Which process is at it, by its own number (`database/postgres-session.ts`). */
  claimed_by: number | null
  /** Why the last attempt failed, in kind and for the log. */
  problem: SealProblem | null
  last_error: string | null
  finished_at: number | null
}

/** What a sealed revision says of itself. A later one takes its place before its time stamp's certificate ends. */
export interface SealTable {
  document_id: number
  revision: number
  sealed_at: number
  /** Hash of the newest event of the log at that moment. */
  log_head: string
  level: string
  timestamp_authority: string
  timestamp_at: number
  timestamp_source: TimeStampSource
  timestamp_valid_to: number
  /** Subjects of certificates about whose revocation nobody answered: a JSON array. */
  missing: string
}

/** A drawing that an account keeps to put it on its documents. */
export interface SavedSignatureTable {
  id: number
  user_id: number
  way: SignatureWay
  name: string
  /** Base64; only the page knows what they mean. */
  outlines: string
  created_at: number
}

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
  | 'password-changed'
  | 'email-changed'

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
  previous_hash: string
  /** SHA-256 over the previous hash and this event, hexadecimal. */
  hash: string
}

/** The keys that every process works by; what one of them has that is not here, or not like this, is another's. */
export interface InstallationKeyTable {
  name: string
  /** SHA-256, hexadecimal. */
  fingerprint: string
}

/** How often something was tried, where several processes count together. */
export interface AttemptCountTable {
  /** What is limited, and whom. */
  key: string
  count: number
  paused_until: number
  /** When the count begins anew. */
  ends_at: number
}

/** An installation of one machine on its way here, or that has arrived. */
export interface DataMoveTable {
  /** SHA-256 of its database, hexadecimal. */
  source: string
  started_at: number
  finished_at: number | null
}

export interface MovedRowTable {
  table_name: string
  /** SQLite's own number (`rowid`) of the last row that is here; they are brought in that order. */
  last_row: number
}

/** Bytes that were stored here, read back and found whole. */
export interface MovedBlobTable {
  sha256: string
}
