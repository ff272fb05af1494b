import type { X509Certificate } from 'node:crypto'
import { type CertificateTrust, type KeySigner, keySigner, verifyChain } from 'pdf/cms/node'
import { readNamedFile, refusalForVariable } from '../../../platform/environment/named-file.ts'
import type { P12Place, Pkcs11Place } from '../../../platform/environment/signing-environment.ts'
import { type OpenAuthority, openIssuingAuthority } from '../authority.ts'
import { describeKey, isForDocuments, reasonToDistrust } from '../card-certificate.ts'
import type { SignerIdentity } from '../platform-pki.ts'
import { parseAuthorities, parseCertificates, signsItself } from '../trust-file.ts'
import { pkcs11Signer } from './pkcs11-signer.ts'
import { type Pkcs12Contents, Pkcs12Error, type Pkcs12Problem, readPkcs12 } from './pkcs12.ts'

/** An issuing authority, or one certificate for all signatures. */
export type OwnCertificate =
  | { readonly kind: 'authority'; readonly authority: OpenAuthority; readonly trust: CertificateTrust }
  | { readonly kind: 'organisation'; readonly identity: SignerIdentity; readonly trust: CertificateTrust }

/** The one that signs or issues first, then those above it. */
export const ownCertificates = (own: OwnCertificate): readonly X509Certificate[] => [
  own.kind === 'authority' ? own.authority.certificate : own.identity.certificate,
  ...own.trust.intermediates,
  ...own.trust.roots,
]

const ownKeyRefused = refusalForVariable('SIGNING_P12')

interface Found {
  readonly certificate: X509Certificate
  readonly known: readonly X509Certificate[]
  readonly variable: string
  readonly remedy: string
}

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

const openOwnKey = (file: Uint8Array, password: string): Pkcs12Contents => {
  try {
    return readPkcs12(file, password)
  } catch (error) {
    if (error instanceof Pkcs12Error) throw ownKeyRefused(problems[error.problem], error)
    throw error
  }
}

const dayOf = (time: string): string => new Date(time).toISOString().slice(0, 10)

const chainOf = ({ certificate, known, variable, remedy }: Found, now: Date): X509Certificate[] => {
  const refuse = refusalForVariable(variable)
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo)) {
    const days = `del ${dayOf(certificate.validFrom)} al ${dayOf(certificate.validTo)}`
    throw refuse(`tiene un certificado que no está vigente: vale ${days}`)
  }
  try {
    return verifyChain(certificate, known, known.filter(signsItself), now)
  } catch (cause) {
    throw refuse(`no trae la cadena completa hasta su autoridad raíz; ${remedy}`, cause)
  }
}

const trustOf = (chain: readonly X509Certificate[]): CertificateTrust => ({
  roots: chain.slice(-1),
  intermediates: chain.slice(0, -1).filter(({ ca }) => ca),
})

const organisation = (
  signer: KeySigner,
  chain: readonly X509Certificate[],
  variable: string,
): Extract<OwnCertificate, { kind: 'organisation' }> => {
  const [certificate, ...above] = chain
  const description = certificate && describeKey(certificate)
  const refuse = refusalForVariable(variable)
  if (certificate === undefined || description === undefined)
    throw refuse('tiene una llave con la que no se firma (RSA desde 2048 bits, P-256, P-384 o P-521)')
  if (!isForDocuments(certificate)) throw refuse('tiene un certificado que no es para firmar documentos')
  const distrust = reasonToDistrust(chain)
  if (distrust !== undefined) throw refuse(`no sirve para firmar: ${distrust}`)
  return {
    kind: 'organisation',
    trust: trustOf(chain),
    identity: {
      certificate,
      certificates: [new Uint8Array(certificate.raw), ...above.map(({ raw }) => new Uint8Array(raw))],
      // Keep the key: only one-time keys are destroyed.
      key: { sign: (der) => signer.sign(der), destroy: () => {} },
      ...description,
    },
  }
}

const openP12 = async ({ p12, passwordFile, authorities }: P12Place, now: Date): Promise<OwnCertificate> => {
  const [PASSWORD, CA] = ['SIGNING_P12_PASSWORD_FILE', 'SIGNING_P12_CA']
  const password = passwordFile === null ? '' : (await readNamedFile(passwordFile, PASSWORD)).toString()
  const { key, certificate, others } = openOwnKey(
    await readNamedFile(p12, 'SIGNING_P12'),
    password.replace(/\r?\n$/, ''),
  )
  const further =
    authorities === null ? [] : parseAuthorities((await readNamedFile(authorities, CA)).toString('latin1'), CA)
  const known = [certificate, ...others, ...further]
  const chain = chainOf({ certificate, known, variable: 'SIGNING_P12', remedy: 'agrégala con SIGNING_P12_CA' }, now)
  if (!certificate.ca) return organisation(keySigner(key), chain, 'SIGNING_P12')
  const above = chain.slice(1).map(({ raw }) => new Uint8Array(raw))
  return { kind: 'authority', authority: openIssuingAuthority(certificate, key, above), trust: trustOf(chain) }
}

const openPkcs11 = async (place: Pkcs11Place, now: Date): Promise<OwnCertificate> => {
  const variable = 'SIGNING_PKCS11_CERTIFICATES'
  const known = parseCertificates((await readNamedFile(place.certificates, variable)).toString('latin1'), variable)
  const [certificate] = known
  const refuse = refusalForVariable(variable)
  if (certificate === undefined) throw refuse('no tiene certificados en formato PEM')
  if (certificate.ca) throw refuse('empieza con una autoridad; primero va el certificado de la llave')
  const chain = chainOf({ certificate, known, variable, remedy: 'agrégala al archivo' }, now)
  await readNamedFile(place.module, 'SIGNING_PKCS11_MODULE')
  const pin = (await readNamedFile(place.pinFile, 'SIGNING_PKCS11_PIN_FILE')).toString().replace(/\r?\n$/, '')
  return organisation(pkcs11Signer(place, pin, certificate), chain, variable)
}

/** @throws EnvironmentError */
export const openOwnCertificate = (place: P12Place | Pkcs11Place, now: Date): Promise<OwnCertificate> =>
  place.kind === 'p12' ? openP12(place, now) : openPkcs11(place, now)
