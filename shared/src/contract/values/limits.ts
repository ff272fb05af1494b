/**
 * Characters of a signer's name: the limit of a
 * certificate's common name (RFC 5280, appendix A.1).
 */
export const NAME_MAX_LENGTH = 64
/** Characters of an address (RFC 5321, section 4.5.3.1.3). */
export const EMAIL_MAX_LENGTH = 254
/** Characters of a token in a link or a request. */
export const TOKEN_MAX_LENGTH = 512
