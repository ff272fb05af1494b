/** Characters. One object: each export adds weight to every page. */
export const MAX_LENGTHS = {
  /** A certificate's common name (RFC 5280, appendix A.1). */
  signerName: 64,
  /** RFC 5321, section 4.5.3.1.3. */
  email: 254,
  /** Of a link or a request. */
  token: 512,
  description: 2000,
  notes: 4000,
  search: 200,
  /** No stored name is longer. */
  filenameQuery: 400,
} as const
