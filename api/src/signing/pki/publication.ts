import type { X509Certificate } from 'node:crypto'
import { issuerIdOf } from './certificate-register.ts'
import type { PublicationUrls } from './certificates.ts'

const NAME_LENGTH = 16

/** Under which name an authority's certificate and list are published: the same for as long as its key is. */
export const publishedName = (authority: X509Certificate): string => issuerIdOf(authority).slice(0, NAME_LENGTH)

/** Where the world fetches what an authority publishes. `publicUrl`: the site's address, without a trailing slash. */
export const publicationUrls = (publicUrl: string, authority: X509Certificate): PublicationUrls => {
  const name = publishedName(authority)
  return {
    ocsp: `${publicUrl}/pki/ocsp`,
    crl: `${publicUrl}/pki/crl/${name}.crl`,
    caIssuers: `${publicUrl}/pki/ca/${name}.cer`,
  }
}
