import type { Generated } from 'kysely'
import type { Identification, SigningWay } from 'shared/contract'
import type { SignatureWay } from 'shared/contract/annotations'
import type { SealProblem } from 'shared/contract/sealing'
import type { RequestCause } from 'shared/server'
import type { DeathColumns } from './death-columns.ts'

export type CertificatePurpose = 'signer' | 'time-stamp' | 'authority' | 'evidence'

/** `platform-instead`: the external authority failed. */
type TimeStampSource = 'platform' | 'external' | 'platform-instead'

/** Facts of a signature as verified when it was stored. The PDF is the proof. */
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
  /** `own`: the signer's program asked for it. */
  timestamp_source: Generated<TimeStampSource | 'own' | 'none'>
  level: string
  /** For people. */
  algorithm: string
  /** Null for platform certificates. */
  revocation: Generated<CardRevocation | null>
  /** Idempotency key. */
  request_key: string | null
  agent: SigningWay
  /** `<type> <number>`, as stated. */
  declared_identification: string | null
  /** From the signer's certificate (`CPF-…`). */
  proven_identification: string | null
  /** `invitation:<id>` or `agent-session:<id>`; null for the owner. */
  came_by: string | null
}

/** `not-asked`: no response; the installation allows it. */
export type CardRevocation = 'good' | 'not-asked'

/** Of the platform's authorities; others count as unknown. */
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

/** A card's signature between its two steps. */
export interface CardRequestTable {
  id: number
  field_id: number
  actor: string
  request_key: string
  /** Revision that was prepared; another one in between refuses the second step. */
  base_sha256: string
  /** PNG data URL; empty after use. */
  drawing: string
  /** DER, base64. */
  certificate: string
  /** CMS signed attributes: DER, base64. */
  to_be_signed: string
  declared_type: Identification['type']
  declared_number: string
  /** Null before the check existed. */
  revocation: CardRevocation | null
  prepared_at: number
  expires_at: number
  form_values: string | null
}

/** Work to complete a document that everyone has signed. */
export interface SealJobTable extends RequestCause, DeathColumns {
  document_id: number
  state: 'pending' | 'done' | 'failed'
  created_at: number
  attempts: number
  next_attempt_at: number
  /** Other processes wait until then. */
  claimed_until: number | null
  /** Process id (`database/postgres-session.ts`). */
  claimed_by: number | null
  problem: SealProblem | null
  /** JSON array. */
  unmet_rules: Generated<string | null>
  last_error: string | null
  finished_at: number | null
}

/** Renewed before its time stamp's certificate ends. */
export interface SealTable {
  document_id: number
  revision: number
  sealed_at: number
  /** Hash of the log's head at sealing time. */
  log_head: string
  level: string
  timestamp_authority: string
  timestamp_at: number
  timestamp_source: TimeStampSource
  timestamp_valid_to: number
  /** Certificates without revocation data: JSON array of subjects. */
  missing: string
}

/** A drawing that a person keeps for their next document. */
export interface SavedSignatureTable {
  id: number
  user_id: number
  way: SignatureWay
  name: string
  /** Base64; only the page interprets it. */
  outlines: string
  created_at: number
}
