import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { derOid, derSequence } from '../der-writer.ts'
import { makeCertificate } from '../make-certificate.ts'
import { objectIdentifiers } from '../oids.ts'
import { type KeySigner, keySigner } from './signer.ts'
import { createTimeStampToken, sha256Imprint } from './timestamp.ts'

/** Certificates (base64 of DER) and keys (PEM). */
export interface AuthorityFile {
  readonly root: string
  readonly signer: { readonly certificate: string; readonly key: string }
  readonly stamps: { readonly certificate: string; readonly key: string }
}

const algorithm = derSequence(derOid(objectIdentifiers.ecdsaWithSha256))
const ROOT = 'Throw-away root'

/** Creates new keys each time, for trials that are not kept. */
export const makeAuthority = (signerName: string): AuthorityFile => {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issue = (commonName: string, serial: number, publicKey: KeyObject, more: object = {}): string => {
    const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))
    const issuing = { algorithm, sign: (tbs: Uint8Array) => new Uint8Array(sign('sha256', tbs, root.privateKey)) }
    const [from, to] = ['20200101000000Z', '20991231235959Z']
    const der = makeCertificate({ commonName, issuerName: ROOT, serial, spki, from, to, ...issuing, ...more })
    return Buffer.from(der).toString('base64')
  }
  const leaf = (commonName: string, serial: number, purposes: readonly string[]) => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const key = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    return { certificate: issue(commonName, serial, pair.publicKey, { purposes }), key }
  }
  return {
    root: issue(ROOT, 1, root.publicKey, { isAuthority: true }),
    signer: leaf(signerName, 2, [objectIdentifiers.documentSigning, objectIdentifiers.emailProtection]),
    stamps: leaf('Throw-away time stamps', 3, [objectIdentifiers.timeStamping]),
  }
}

const der = (base64: string): Uint8Array => new Uint8Array(Buffer.from(base64, 'base64'))

export interface ThrowAwayAuthority {
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  readonly key: KeySigner
  /** Stamps a SHA-256 digest. */
  readonly stamp: (hash: Uint8Array) => Promise<Uint8Array>
  readonly trust: { readonly roots: readonly X509Certificate[]; readonly intermediates: readonly X509Certificate[] }
  readonly roots: readonly { readonly certificate: Uint8Array; readonly kind: 'other' }[]
}

export const openThrowAwayAuthority = ({ root, signer, stamps }: AuthorityFile): ThrowAwayAuthority => ({
  certificates: [der(signer.certificate), der(root)],
  key: keySigner(createPrivateKey(signer.key)),
  stamp: (hash) =>
    createTimeStampToken(
      {
        signer: keySigner(createPrivateKey(stamps.key)),
        certificates: [der(stamps.certificate), der(root)],
        policy: objectIdentifiers.platformTimeStampPolicy,
      },
      {
        imprint: sha256Imprint(hash),
        nonce: undefined,
        time: new Date(),
        serialNumber: Uint8Array.of(1, ...randomBytes(8)),
      },
    ),
  trust: { roots: [new X509Certificate(der(root))], intermediates: [] },
  roots: [{ certificate: der(root), kind: 'other' }],
})
