import type { CertificateTrust } from '../cms/node/verify-signed-data.ts'
import type { TimeStampSource } from './document-sealer.ts'

export interface Stamp {
  readonly token: Uint8Array
  readonly source: TimeStampSource
}

/** Gets time stamps, and says from whom. Those of others were checked; whoever writes one reads it back anyway. */
export interface TimeStamps {
  /** @param imprint SHA-256 of what is to be stamped */
  stamp(imprint: Uint8Array): Promise<Stamp>
  /** At which the certificates of the authorities end. */
  readonly trust: CertificateTrust
  /** The longest token to expect. */
  readonly tokenBytes: number
  /** How far the authority's clock may be behind the server's, in milliseconds. */
  readonly tolerance: number
}
