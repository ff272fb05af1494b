import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { derOid, derSequence, objectIdentifiers } from '../../cms/index.ts'
import { type CertificateInput, makeCertificate } from '../../cms/make-certificate.ts'
import { buildCrl, certificateIdOf, encodeOcspResponse, hashWith } from '../../cms/node/index.ts'

export interface IssuedKey {
  /** DER. */
  readonly certificate: Uint8Array
  readonly key: KeyObject
  readonly keyId: Uint8Array
}

const algorithm = derSequence(derOid(objectIdentifiers.ecdsaWithSha256))
const VALIDITY = { from: '20200101000000Z', to: '20391231235959Z' }
const AUTHORITY = { isAuthority: true, keyUsage: 0x06 }

let serial = 10
const newKey = () => {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const spki = new Uint8Array(pair.publicKey.export({ format: 'der', type: 'spki' }))
  return { ...pair, spki }
}

export const issueKey = (
  commonName: string,
  issuer: (IssuedKey & { readonly name: string }) | undefined,
  more: Partial<CertificateInput> = {},
): IssuedKey & { readonly name: string } => {
  const pair = newKey()
  const keyId = new Uint8Array(hashWith('sha1', pair.spki))
  const signing = issuer?.key ?? pair.privateKey
  serial += 1
  const certificate = makeCertificate({
    ...VALIDITY,
    commonName,
    issuerName: issuer?.name ?? commonName,
    serial,
    spki: pair.spki,
    algorithm,
    keyId,
    issuerKeyId: issuer?.keyId ?? keyId,
    sign: (tbs) => new Uint8Array(sign('sha256', tbs, signing)),
    ...more,
  })
  return { name: commonName, certificate, key: pair.privateKey, keyId: more.keyId ?? keyId }
}

export const makeNationalHierarchy = () => {
  const root = issueKey('CA RAIZ NACIONAL - COSTA RICA v2', undefined, AUTHORITY)
  const policy = issueKey('CA POLITICA PERSONA FISICA - COSTA RICA v2', root, AUTHORITY)
  const issuer = issueKey('CA SINPE - PERSONA FISICA v2', policy, { ...AUTHORITY, pathLength: 0 })
  const stampPolicy = issueKey('CA POLITICA SELLADO DE TIEMPO - COSTA RICA v2', root, AUTHORITY)
  const stamps = issueKey('TSA SINPE v4', stampPolicy, { purposes: [objectIdentifiers.timeStamping], keyUsage: 0xc0 })
  const responder = issueKey('OCSP SINPE', issuer, { purposes: [objectIdentifiers.ocspSigning], keyUsage: 0x80 })
  return { root, policy, issuer, stampPolicy, stamps, responder }
}

export type NationalHierarchy = ReturnType<typeof makeNationalHierarchy>

export const personOf = (
  { issuer }: Pick<NationalHierarchy, 'issuer'>,
  more: Partial<CertificateInput> = {},
): IssuedKey =>
  issueKey('ANA ROJAS MORA (FIRMA)', issuer, {
    identification: 'CPF-01-0234-0567',
    keyUsage: 0xc0,
    policies: [objectIdentifiers.personSignature],
    purposes: [objectIdentifiers.emailProtection],
    ...more,
  })

const DAY = 24 * 60 * 60 * 1000
const x509 = ({ certificate }: IssuedKey): X509Certificate => new X509Certificate(certificate)

export const listOf = (
  issuer: IssuedKey,
  at: Date,
  revoked: readonly IssuedKey[] = [],
  revokedAt = new Date(at.getTime() - DAY),
): Promise<Uint8Array> =>
  buildCrl({
    issuer: { certificate: x509(issuer), key: issuer.key },
    revoked: revoked.map((each) => ({
      serialNumber: x509(each).serialNumber,
      at: revokedAt,
      reason: 1,
    })),
    number: randomBytes(3).readUIntBE(0, 3),
    thisUpdate: at,
    nextUpdate: new Date(at.getTime() + DAY),
  })

export const answerAbout = (
  person: IssuedKey,
  { issuer, responder }: NationalHierarchy,
  at: Date,
  revokedAt?: Date,
): Promise<Uint8Array> =>
  encodeOcspResponse(
    { certificate: x509(responder), key: responder.key },
    {
      statuses: [
        {
          id: {
            digest: 'sha1',
            issuerNameHash: new Uint8Array(),
            issuerKeyHash: new Uint8Array(),
            serialNumber: x509(person).serialNumber,
            encoded: certificateIdOf(x509(person), x509(issuer), 'sha1'),
          },
          status: revokedAt === undefined ? { kind: 'good' } : { kind: 'revoked', at: revokedAt, reason: 1 },
        },
      ],
      nonce: undefined,
      producedAt: at,
      nextUpdate: new Date(at.getTime() + DAY),
    },
  )
