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
