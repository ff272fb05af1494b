/** Where a document's log ends, signed by the platform. One row for each document: an older head is not kept. */
export interface LogHeadTable {
  document_id: number
  /** Number and hash of the newest entry. */
  number: number
  hash: string
  /** First entry that was authenticated when it was written. */
  authenticated_from: number
  signed_at: number
  /** SHA-256 of the certificate whose key signed, and the signature in base64. */
  key: string
  signature: string
  /** Number of the newest entry that a time stamp covers; 0 without one. */
  anchored: number
}

/** Heads of many logs that one time stamp covers. */
export interface LogBatchTable {
  /** Counts from 1. */
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

/** A document's head in a batch. */
export interface LogAnchorTable {
  document_id: number
  number: number
  hash: string
  batch: number
  /** Siblings up to the root: a JSON array (`shared/evidence`). */
  path: string
}

/** The certificate of completion of a document, or the work of making it. It begins with the completion. */
export interface CompletionCertificateTable {
  document_id: number
  /** `failed`: the log is altered, and nothing is certified. `done` without bytes: the document was deleted before. */
  state: 'pending' | 'done' | 'failed'
  created_at: number
  attempts: number
  next_attempt_at: number
  /** While a process is at it: until when no other one tries. */
  claimed_until: number | null
  claimed_by: number | null
  last_error: string | null
  made_at: number | null
  /** Content address of the stored bytes, and how many there are. */
  sha256: string | null
  size: number | null
}
