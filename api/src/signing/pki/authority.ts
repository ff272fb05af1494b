import { createPublicKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { SignatureError } from 'shared/pdf/cms'
import { type Authority, caAlgorithm, type SigningAlgorithm } from './certificates.ts'
import * as x509 from './x509.ts'

/** An authority whose key is here. */
export interface OpenAuthority {
  readonly certificate: X509Certificate
  readonly key: KeyObject
  /** The same, as certificates are issued with it. */
  readonly issuer: Authority
  /** DER: its own certificate, then those up to the root. */
  readonly chain: readonly [Uint8Array, ...Uint8Array[]]
}

const CURVES: Readonly<Record<string, { readonly namedCurve: string; readonly hash: string }>> = {
  prime256v1: { namedCurve: 'P-256', hash: 'SHA-256' },
  secp384r1: { namedCurve: caAlgorithm.namedCurve, hash: caAlgorithm.hash },
  secp521r1: { namedCurve: 'P-521', hash: 'SHA-512' },
}

/** @throws SignatureError KEYS_UNUSABLE */
const algorithmOf = (key: KeyObject): SigningAlgorithm => {
  if (key.asymmetricKeyType === 'rsa') return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const curve = CURVES[key.asymmetricKeyDetails?.namedCurve ?? '']
  if (curve === undefined) throw new SignatureError('KEYS_UNUSABLE', 'an authority has a key that is not known')
  return { name: 'ECDSA', ...curve }
}

/** Whether a private key is that of a certificate. */
export const isKeyOf = (key: KeyObject, certificate: X509Certificate): boolean =>
  createPublicKey(key).equals(certificate.publicKey)

/** @throws SignatureError KEYS_UNUSABLE */
export const openAuthority = async (
  certificate: X509Certificate,
  key: KeyObject,
  above: readonly Uint8Array[],
): Promise<OpenAuthority> => {
  const der = new Uint8Array(certificate.raw)
  const algorithm = algorithmOf(key)
  const pkcs8 = Uint8Array.from(key.export({ format: 'der', type: 'pkcs8' }))
  const signingKey = await crypto.subtle.importKey('pkcs8', pkcs8, algorithm, false, ['sign'])
  return {
    certificate,
    key,
    issuer: { certificate: new x509.X509Certificate(der), signingKey, algorithm },
    chain: [der, ...above],
  }
}
