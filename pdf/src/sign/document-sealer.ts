/** `platform-instead`: the external authority failed. */
export type TimeStampSource = 'platform' | 'external' | 'platform-instead'

/** `document`: the last signed revision. */
export interface SealInput {
  readonly document: Uint8Array
  /** SHA-256, hexadecimal. */
  readonly logHead: string
  readonly now: Date
}

/** Long-term validation data and a document time stamp. */
export interface SealedTail {
  readonly tail: Uint8Array
  readonly timestamp: {
    readonly authority: string
    readonly time: Date
    readonly source: TimeStampSource
    /** Renew the time stamp before then. */
    readonly validTo: Date
  }
  /** PAdES baseline level (ETSI EN 319 142-1); B-T if `missing` is not empty. */
  readonly level: 'B-LTA' | 'B-T'
  /** Without revocation data. */
  readonly missing: readonly string[]
}

export interface DocumentSealer {
  /** Verifies all signatures. May be repeated. @throws PdfError, SignatureError */
  seal(input: SealInput): Promise<SealedTail>
}
