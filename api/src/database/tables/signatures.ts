import type { Generated } from 'kysely'
import type { TimeStampSource } from 'pdf/sign'
import type { AgentKind, Identification } from 'shared/contract'
import type { SignatureWay } from 'shared/contract/annotations'
import type { SealProblem } from 'shared/contract/sealing'
import type { CertificatePurpose } from '../../signing/pki/certificate-register.ts'

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
