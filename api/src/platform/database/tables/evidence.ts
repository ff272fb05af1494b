import type { RequestCause } from 'shared/server'
import type { DeathColumns } from './death-columns.ts'
/** One row per document; earlier heads are not kept. */
export interface LogHeadTable {
  document_id: number
  /** Of the newest entry. */
  number: number
  hash: string
  /** First entry authenticated when written. */
  authenticated_from: number
  signed_at: number
  /** SHA-256 of the certificate; signature in base64. */
  key: string
  signature: string
  /** Newest time-stamped entry, or 0. */
  anchored: number
}

export interface LogBatchTable {
  /** From 1. */
  number: number
  previous: string
  root: string
  documents: number
  made_at: number
  key: string
  signature: string
  /** RFC 3161 token, base64. */
  token: string
}

export interface LogAnchorTable {
  document_id: number
  number: number
  hash: string
  batch: number
  /** Merkle path: a JSON array (`shared/contract/evidence-log`). */
  path: string
}

/** A completion certificate, or the job that issues it. */
export interface CompletionCertificateTable extends RequestCause, DeathColumns {
  document_id: number
  /** `failed`: altered log. `done` without bytes: deleted document. */
  state: 'pending' | 'done' | 'failed'
  created_at: number
  attempts: number
  next_attempt_at: number
  claimed_until: number | null
  claimed_by: number | null
  last_error: string | null
  made_at: number | null
  sha256: string | null
  size: number | null
}
