import type { HashName, SignatureAlgorithm } from '../../cms/algorithms.ts'

/** XML Encryption 1.1 and RFC 9231, 2.1. */
export const HASH_URIS: Readonly<Record<HashName, string>> = {
  'SHA-1': 'http://www.w3.org/2000/09/xmldsig#sha1',
  'SHA-256': 'http://www.w3.org/2001/04/xmlenc#sha256',
  'SHA-384': 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'SHA-512': 'http://www.w3.org/2001/04/xmlenc#sha512',
  'SHA3-256': 'http://www.w3.org/2007/05/xmldsig-more#sha3-256',
  'SHA3-384': 'http://www.w3.org/2007/05/xmldsig-more#sha3-384',
  'SHA3-512': 'http://www.w3.org/2007/05/xmldsig-more#sha3-512',
  SHAKE256: 'http://www.w3.org/2021/04/xmldsig-more#shake256',
}

const PLAIN = 'http://www.w3.org/2001/04/xmldsig-more#'
const NEWER = 'http://www.w3.org/2021/04/xmldsig-more#'

/** RFC 9231, 2.3. @returns undefined if the registry has no name for it */
export function signatureUriOf(algorithm: SignatureAlgorithm): string | undefined {
  if (algorithm.hash === undefined) return `${NEWER}eddsa-${algorithm.kind.toLowerCase()}`
  const hash = algorithm.hash.toLowerCase()
  const isSha3 = hash.startsWith('sha3-')
  if (hash === 'shake256') return undefined
  const short = isSha3 ? hash : hash.replace('-', '')
  if (algorithm.kind === 'rsa-pss') return `http://www.w3.org/2007/05/xmldsig-more#${short}-rsa-MGF1`
  if (algorithm.kind === 'ecdsa') return `${isSha3 ? NEWER : PLAIN}ecdsa-${short}`
  if (isSha3) return undefined
  return hash === 'sha-1' ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' : `${PLAIN}rsa-${short}`
}
