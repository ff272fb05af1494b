/** What proves that an erased document existed: hashes and times, signed by the platform. Nothing about a person. */
export interface DocumentSkeletonTable {
  /** `hashOfDocument` of the document's number. */
  document_hash: string
  /** JSON (`personal-data/skeleton.ts`), byte for byte as it was signed. */
  content: string
  /** SHA-256 of the certificate whose key signed, and the signature in base64. */
  key: string
  signature: string
  erased_at: number
}

/** An erased document's place in a batch of log heads: the batch can still be checked. */
export interface ErasedAnchorTable {
  document_hash: string
  batch: number
  /** Hash of the leaf, hexadecimal. */
  leaf: string
  path: string
}

/** A document whose rows are going, inside that very transaction: the log lets its entries go. */
export interface ErasureTable {
  document_id: number
}

/** Stored bytes that go if nothing refers to them. */
export interface BlobRemovalTable {
  sha256: string
  asked_at: number
}

/** A signer without an account asked for removal. */
export interface RemovalRequestTable {
  id: number
  document_id: number
  invitation_id: number
  asked_at: number
  outcome: 'removed' | 'kept'
}
