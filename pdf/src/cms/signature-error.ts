export type SignatureErrorCode =
  /** Not DER, or an unexpected structure. */
  | 'ASN1_MALFORMED'
  | 'SIGNATURE_TOO_LARGE'
  /** The written signature does not verify. */
  | 'SIGNATURE_INVALID'
  | 'TIMESTAMP_REFUSED'
  /** The only admitted authority gave none. */
  | 'TIMESTAMP_UNAVAILABLE'
  /** The OCSP response or CRL is not acceptable. */
  | 'REVOCATION_REFUSED'
  | 'APPEARANCE_INVALID'
  | 'CERTIFICATE_REFUSED'
  | 'CERTIFICATE_REVOKED'
  /** No status is available, but one is required. */
  | 'REVOCATION_UNKNOWN'
  | 'KEYS_UNUSABLE'

/** The one error of `cms` and `sign`. The message is English, for logs. */
export class SignatureError extends Error {
  readonly code: SignatureErrorCode

  constructor(code: SignatureErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'SignatureError'
    this.code = code
  }
}

export const malformedAsn1 = (message: string): SignatureError => new SignatureError('ASN1_MALFORMED', message)
