/**
 * Whose time stamp it is: that of the platform's own authority, that of the external one which is configured, or the
 * platform's because the external one failed.
 */
export type TimeStampSource = 'platform' | 'external' | 'platform-instead'

export interface SealInput {
  /** The current revision, with every signature in it. */
  readonly document: Uint8Array
  /** Hash of the newest entry of the evidence log, SHA-256, hexadecimal. */
  readonly logHead: string
  readonly now: Date
}

/** A revision that closes a document: the material to check its signatures with for good, and a time stamp over all. */
export interface SealedTail {
  /** What to append to the document. */
  readonly tail: Uint8Array
  readonly timestamp: {
    readonly authority: string
    readonly time: Date
    readonly source: TimeStampSource
    /** When the certificate of the authority ends; before that a fresh time stamp is due. */
    readonly validTo: Date
  }
  /** PAdES baseline level (ETSI EN 319 142-1); B-T where `missing` names something. */
  readonly level: 'B-LTA' | 'B-T'
  /** Subjects of certificates about whose revocation nobody answered. */
  readonly missing: readonly string[]
}

/** Closes documents that everybody has signed. What signs is what seals: `PdfSigner` is one. */
export interface DocumentSealer {
  /**
   * Appends certificates, revocation and a document time stamp, and verifies what it wrote, with every signature below
   * it. Throws `PdfError` or `SignatureError`; the same document may be sealed again, as before a certificate ends.
   */
  seal(input: SealInput): Promise<SealedTail>
}
