import type { CertificateTrust } from '../cms/node/verify-signed-data.ts'
import type { TimeStampSource } from './document-sealer.ts'

/** `token`: DER (RFC 3161). */
export interface SignatureStamp {
  readonly token: Uint8Array
  readonly source: TimeStampSource
}

/**
 * Stamps of other authorities are already checked; the writer
 * reads them back.
 */
export interface TimeStamps {
  /** @param imprint SHA-256 */
  stamp(imprint: Uint8Array): Promise<SignatureStamp>
  readonly trust: CertificateTrust
  /** Maximum length. */
  readonly tokenBytes: number
  /** Milliseconds that the authority's clock may be slow. */
  readonly tolerance: number
}
