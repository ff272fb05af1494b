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

/** One log of seals; a second one follows only after an administrator has stated what happened to the first. */
export interface SealLogTreeTable {
  /** From 1. */
  number: number
  origin: string
  started_at: number
  /** What happened to the tree before: its first entry, in clear. Null for the first tree. */
  statement: string | null
}

/** Without a tree until the next checkpoint. The id is random, so that the order of a batch says nothing. */
export interface SealLogEntryTable {
  id: number
  /** The bytes that the log publishes, hexadecimal. */
  entry: string
  tree: number | null
  position: number | null
}

/** Data of which an entry is the hash; erased with the document. */
export interface SealLogOpeningTable {
  document_id: number
  entry_id: number
  opening: string
}

/** As tiles have them: level 0 holds the leaves, each level above one hash for 256 of the level below. Triggers keep them. */
export interface SealLogNodeTable {
  tree: number
  level: number
  position: number
  /** Hexadecimal. */
  hash: string
}

export interface SealLogCheckpointTable {
  tree: number
  size: number
  /** With the signatures of the log and its witnesses. */
  note: string
  made_at: number
  is_witnessed: 0 | 1
}

/** Nothing is sealed while one has no end. */
export interface SealLogStopTable {
  id: number
  noticed_at: number
  reason: string
  ended_at: number | null
}
