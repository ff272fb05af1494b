import type { X509Certificate } from 'node:crypto'
import { explicit, implicit, integer, oid, oids, sequence, setOf } from 'pdf/cms'
import type { PlatformPki } from './platform-pki.ts'
import { publishedName } from './publication.ts'

/** An unsigned SignedData (RFC 5652, 5.1; RFC 5280, 4.2.2.1). */
export const certificatesOnly = (certificates: readonly X509Certificate[]): Uint8Array => {
  const ders = certificates.map(({ raw }) => new Uint8Array(raw))
  const signedData = sequence(integer(1), setOf(), sequence(oid(oids.data)), implicit(0, setOf(...ders)), setOf())
  return sequence(oid(oids.signedData), explicit(0, signedData))
}

export const pemOf = (certificates: readonly X509Certificate[]): string =>
  certificates.map((certificate) => certificate.toString()).join('')

/** `root` and `ca` are the current ones. */
export const findAuthority = (
  { authorities, root, issuing }: Pick<PlatformPki, 'authorities' | 'root' | 'issuing'>,
  name: string,
): X509Certificate | undefined => {
  if (name === 'root') return root
  if (name === 'ca') return issuing
  return authorities.map(({ certificate }) => certificate).find((certificate) => publishedName(certificate) === name)
}
