import type { X509Certificate } from 'node:crypto'
import { issuerIdOf } from './certificate-register.ts'
import type { PublicationUrls } from './certificates.ts'

/** Hexadecimal digits. */
const NAME_LENGTH = 16

/** Constant per key. */
export const publishedName = (authority: X509Certificate): string => issuerIdOf(authority).slice(0, NAME_LENGTH)

/** @param publicUrl without a trailing slash */
export const publicationUrls = (publicUrl: string, authority: X509Certificate): PublicationUrls => {
  const name = publishedName(authority)
  return {
    ocsp: `${publicUrl}/pki/ocsp`,
    crl: `${publicUrl}/pki/crl/${name}.crl`,
    caIssuers: `${publicUrl}/pki/ca/${name}.cer`,
  }
}
