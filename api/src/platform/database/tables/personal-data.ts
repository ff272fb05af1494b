import type { Generated } from 'kysely'

/** Signed proof that an erased document existed, without personal data. */
export interface DocumentSkeletonTable {
  /** `hashOfDocument` of the document's id. */
  document_hash: string
  /** JSON (`personal-data/skeleton.ts`), exactly as signed. */
  content: string
  /** SHA-256 of the certificate; signature in base64. */
  key: string
  signature: string
  erased_at: number
}

/** Keeps the batch of an erased document verifiable. */
export interface ErasedAnchorTable {
  document_hash: string
  batch: number
  /** SHA-256, hexadecimal. */
  leaf: string
  path: string
}

/**
 * Marks a document during its erasing
 * transaction, so that the log trigger allows it.
 */
export interface ErasureTable {
  document_id: number
}

/** Deleted unless referenced. */
export interface BlobRemovalTable {
  sha256: string
  asked_at: number
  /** 1: the file has gone, its copy in the replica has not. */
  copy_only: Generated<0 | 1>
}

/** By a signer without an account. */
export interface RemovalRequestTable {
  id: number
  document_id: number
  invitation_id: number
  asked_at: number
  outcome: 'removed' | 'kept'
}
