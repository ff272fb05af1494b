/** Why a signature, a time stamp or the keys behind them are refused. */
export type SignatureErrorCode =
  /** Not DER, or not the structure it should be. */
  | 'ASN1_MALFORMED'
  /** The signature does not fit into its placeholder. */
  | 'SIGNATURE_TOO_LARGE'
  /** What was written does not verify. */
  | 'SIGNATURE_INVALID'
  /** The time-stamp token is not acceptable. */
  | 'TIMESTAMP_REFUSED'
  /** What somebody said about the revocation of a certificate is not acceptable. */
  | 'REVOCATION_REFUSED'
  /** The picture of the signature is not acceptable. */
  | 'APPEARANCE_INVALID'
  /** The certificate of a signer's card may not sign here. */
  | 'CERTIFICATE_REFUSED'
  /** The certificate of a signer's card was revoked. */
  | 'CERTIFICATE_REVOKED'
  /** Nobody says whether it was, and somebody has to. */
  | 'REVOCATION_UNKNOWN'
  /** The platform's keys or certificates cannot be used. */
  | 'KEYS_UNUSABLE'

/** The one error that signing and verifying throw, apart from `PdfError` for the document itself. */
export class SignatureError extends Error {
  readonly code: SignatureErrorCode

  constructor(code: SignatureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SignatureError'
    this.code = code
  }
}
