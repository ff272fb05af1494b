import type { X509Certificate } from 'node:crypto'
import type { SigningEnvironment } from '../../signing-environment.ts'
import { describeKey, isForDocuments } from '../card/card-certificate.ts'
import { keySigner } from '../cms/signer.ts'
import { type CertificateTrust, verifyChain } from '../cms/verify-signed-data.ts'
import { type OpenAuthority, openAuthority } from './authority.ts'
import { type Pkcs12, Pkcs12Error, type Pkcs12Problem, readPkcs12 } from './pkcs12.ts'
import type { SignerIdentity } from './platform-pki.ts'
import { parseAuthorities, readNamedFile, refusalOf } from './trust-file.ts'

/** The customer's own certificate: an authority that issues the signers' ones, or the one that signs for all. */
export type OwnCertificate =
  | { readonly kind: 'authority'; readonly authority: OpenAuthority; readonly trust: CertificateTrust }
  | { readonly kind: 'organisation'; readonly identity: SignerIdentity; readonly trust: CertificateTrust }

const refused = refusalOf('SIGNING_P12')

const problems: Readonly<Record<Pkcs12Problem, string>> = {
  'not-pkcs12': 'no es un archivo PKCS#12 que se pueda leer',
  'wrong-password': 'no se abre con la contraseña de SIGNING_P12_PASSWORD_FILE',
  'old-encryption':
    'está cifrado de una forma antigua; conviértelo con: openssl pkcs12 -legacy -in viejo.p12 -nodes | openssl pkcs12 ' +
    '-export -out nuevo.p12',
  'no-key': 'no contiene una llave privada',
  'several-keys': 'contiene más de una llave privada',
  'no-certificate': 'no contiene el certificado de su llave',
}

const open = (file: Uint8Array, password: string): Pkcs12 => {
  try {
    return readPkcs12(file, password)
  } catch (error) {
    if (error instanceof Pkcs12Error) throw refused(problems[error.problem], error)
    throw error
  }
}

const isRoot = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey)

const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10)

/** The certificate and what is above it, up to a root. @throws EnvironmentError */
const chainOf = (
  { certificate, others }: Pkcs12,
  further: readonly X509Certificate[],
  now: Date,
): X509Certificate[] => {
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo))
    throw refused(
      `tiene un certificado que no está vigente: vale del ${dayOf(certificate.validFrom)} al ${dayOf(certificate.validTo)}`,
    )
  const known = [certificate, ...others, ...further]
  const roots = known.filter(isRoot)
  try {
    return verifyChain(certificate, known, roots, now)
  } catch (cause) {
    throw refused('no trae la cadena completa hasta su autoridad raíz; agrégala con SIGNING_P12_CA', cause)
  }
}

const organisation = ({ key, certificate }: Pkcs12, chain: readonly Uint8Array[]): SignerIdentity => {
  const description = describeKey(certificate)
  if (description === undefined)
    throw refused('tiene una llave con la que no se firma (RSA desde 2048 bits, P-256, P-384 o P-521)')
  if (!isForDocuments(certificate)) throw refused('tiene un certificado que no es para firmar documentos')
  const signer = keySigner(key)
  return {
    certificate,
    certificates: [new Uint8Array(certificate.raw), ...chain.slice(1)],
    // The key stays; what is destroyed after each signature is one that was made for it.
    key: { sign: (der) => signer.sign(der), destroy: () => {} },
    ...description,
  }
}

/** Opens what SIGNING_P12 names. @throws EnvironmentError */
export const openOwnCertificate = async (
  { p12, passwordFile, authorities }: NonNullable<SigningEnvironment['ownCertificate']>,
  now: Date,
): Promise<OwnCertificate> => {
  const password =
    passwordFile === null ? '' : (await readNamedFile(passwordFile, 'SIGNING_P12_PASSWORD_FILE')).toString()
  const contents = open(await readNamedFile(p12, 'SIGNING_P12'), password.replace(/\r?\n$/, ''))
  const VARIABLE = 'SIGNING_P12_CA'
  const further =
    authorities === null
      ? []
      : parseAuthorities((await readNamedFile(authorities, VARIABLE)).toString('latin1'), VARIABLE)
  const chain = chainOf(contents, further, now)
  const root = chain.at(-1) ?? contents.certificate
  const trust = { roots: [root], intermediates: chain.slice(0, -1).filter(({ ca }) => ca) }
  const ders = chain.map(({ raw }) => new Uint8Array(raw))
  if (!contents.certificate.ca) return { kind: 'organisation', identity: organisation(contents, ders), trust }
  return { kind: 'authority', authority: openAuthority(contents.certificate, contents.key, ders.slice(1)), trust }
}
