import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { derOid, derSequence, objectIdentifiers } from '../../src/cms/index.ts'
import type { CertificateInput } from '../../src/cms/make-certificate.ts'
import { type SignatureScheme, signBytes } from '../../src/cms/node/index.ts'
import { type IssuedKey, issueKey } from '../../src/testing/node/index.ts'

/** Test keys, made by `generate/main.ts` for these files alone. */
const KEYS = new URL('../keys.json', import.meta.url)
const ROOT = new URL('../root.pem', import.meta.url)
const NAMES = {
  root: 'Attack files test root',
  ana: 'Ana Mora',
  luis: 'Luis Rojas',
  stamps: 'Attack files time stamps',
}

type Issuer = IssuedKey & { readonly name: string }

export interface AttackIdentity {
  /** DER, the signer's own first. */
  readonly certificates: readonly [Uint8Array, ...Uint8Array[]]
  readonly key: KeyObject
  readonly scheme?: SignatureScheme
}

export interface AttackIdentities {
  readonly root: Issuer
  readonly ana: AttackIdentity
  readonly luis: AttackIdentity
  readonly stamps: AttackIdentity
  /** Untrusted. */
  readonly stranger: AttackIdentity
}

interface StoredKey {
  readonly name: string
  readonly certificate: string
  readonly keyId: string
  readonly key: string
}
type Stored = Readonly<Record<'root' | 'ana' | 'luis' | 'stamps' | 'stranger', StoredKey>>

const signing: Partial<CertificateInput> = {
  keyUsage: 0xc0,
  purposes: [objectIdentifiers.documentSigning, objectIdentifiers.emailProtection],
}

function createKeys(): Stored {
  const root = issueKey(NAMES.root, undefined, { isAuthority: true, keyUsage: 0x06 })
  const store = ({ name, certificate, keyId, key }: Issuer): StoredKey => ({
    name,
    certificate: Buffer.from(certificate).toString('base64'),
    keyId: Buffer.from(keyId).toString('base64'),
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
  })
  return {
    root: store(root),
    ana: store(issueKey(NAMES.ana, root, signing)),
    luis: store(issueKey(NAMES.luis, root, signing)),
    stamps: store(issueKey(NAMES.stamps, root, { keyUsage: 0xc0, purposes: [objectIdentifiers.timeStamping] })),
    stranger: store(issueKey('Otra', undefined, signing)),
  }
}

const open = ({ name, certificate, keyId, key }: StoredKey): Issuer => ({
  name,
  certificate: new Uint8Array(Buffer.from(certificate, 'base64')),
  keyId: new Uint8Array(Buffer.from(keyId, 'base64')),
  key: createPrivateKey(key),
})

const asIdentity = ({ certificate, key }: IssuedKey): AttackIdentity => ({ certificates: [certificate], key })

/** Keeps the keys, so that a new file does not replace the others. */
export function openIdentities(): AttackIdentities {
  if (!existsSync(KEYS)) {
    const made = createKeys()
    writeFileSync(KEYS, `${JSON.stringify(made, null, 2)}\n`)
    const lines = made.root.certificate.replace(/.{64}/g, '$&\n')
    writeFileSync(ROOT, `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`)
  }
  const stored = JSON.parse(readFileSync(KEYS, 'utf8')) as Stored
  return {
    root: open(stored.root),
    ana: asIdentity(open(stored.ana)),
    luis: asIdentity(open(stored.luis)),
    stamps: asIdentity(open(stored.stamps)),
    stranger: asIdentity(open(stored.stranger)),
  }
}

/** A signer whose certificate is not fit for documents. */
export const issueUnfit = (root: Issuer, more: Partial<CertificateInput>): AttackIdentity =>
  asIdentity(issueKey('Ana Mora', root, { ...signing, ...more }))

/** RSA with too few bits (NIST SP 800-57: 2,048). */
export function issueShortRsa(root: Issuer, modulusLength: number): AttackIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength })
  const spki = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }))
  const { certificate } = issueKey('Ana Mora', root, { ...signing, spki })
  return { certificates: [certificate], key: privateKey, scheme: 'rsa' }
}

/** The issuer's signature is over SHA-1. */
export const issueWithSha1 = (root: Issuer): AttackIdentity =>
  issueUnfit(root, {
    algorithm: derSequence(derOid(objectIdentifiers.ecdsaWithSha1)),
    sign: (signed) => new Uint8Array(sign('sha1', signed, root.key)),
  })

export const signAs = ({ key }: AttackIdentity, der: Uint8Array): Promise<Uint8Array> => signBytes('sha256', der, key)
