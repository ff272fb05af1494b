import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { parseCertificate } from './certificate.ts'
import { createTrust } from './chain.ts'
import { derChildren, derContents, readDer } from './der-reader.ts'
import { derElement, derInteger, derOid, derSequence, nullValue } from './der-writer.ts'
import { type CertificateUse, distrustOfPurpose, distrustOfSignature, weakestHash, weaknessOfKey } from './distrust.ts'
import { type CertificateInput, makeCertificate } from './make-certificate.ts'
import { objectIdentifiers } from './oids.ts'

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

const spkiOf = (key: KeyObject): Uint8Array => new Uint8Array(key.export({ type: 'spki', format: 'der' }))
const rsa = (modulusLength: number): Pair => generateKeyPairSync('rsa', { modulusLength })
const ec = (namedCurve: string): Pair => generateKeyPairSync('ec', { namedCurve })

describe('keys', () => {
  test.each<[string, string | undefined, Pair]>([
    ['RSA with 512 bits', 'RSA de 512 bits', rsa(512)],
    ['RSA with 1024 bits', 'RSA de 1024 bits', rsa(1024)],
    ['RSA with 2040 bits', 'RSA de 2040 bits', rsa(2040)],
    ['RSA with 2047 bits', 'RSA de 2047 bits', rsa(2047)],
    ['RSA with 2048 bits', undefined, rsa(2048)],
    ['an RSA-PSS key with 1024 bits', 'RSA de 1024 bits', generateKeyPairSync('rsa-pss', { modulusLength: 1024 })],
    ['P-192', 'ECDSA P-192', ec('prime192v1')],
    ['P-224', 'ECDSA P-224', ec('secp224r1')],
    ['a brainpool curve with 192 bits', 'ECDSA brainpoolP192r1', ec('brainpoolP192r1')],
    ['P-256', undefined, ec('P-256')],
    ['a brainpool curve with 256 bits', undefined, ec('brainpoolP256r1')],
    ['P-521', undefined, ec('P-521')],
    ['Ed25519', undefined, generateKeyPairSync('ed25519')],
    ['Ed448', undefined, generateKeyPairSync('ed448')],
    ['DSA', 'DSA de 2048 bits', generateKeyPairSync('dsa', { modulusLength: 2048, divisorLength: 256 })],
  ])('the weakness of %s is %s', (_, expected, { publicKey }) => {
    expect(weaknessOfKey(spkiOf(publicKey))).toBe(expected)
  })

  test.each([1, 2, 65_536])('an RSA key with the exponent %i is weak at any length', (exponent) => {
    const [, bits] = derChildren(readDer(spkiOf(rsa(2048).publicKey)), 0x30)
    const [modulus] = derChildren(readDer(derContents(bits, 0x03).subarray(1)), 0x30)
    const key = derSequence(modulus?.encoded ?? new Uint8Array(), derInteger(exponent))
    const spki = derSequence(
      derSequence(derOid(objectIdentifiers.rsaEncryption), nullValue()),
      derElement(0x03, Uint8Array.of(0), key),
    )
    expect(weaknessOfKey(spki)).toContain('RSA de 2048 bits con un exponente')
  })
})

test('the weakest hash counts, in any order', () => {
  expect(weakestHash(['SHA-512', 'SHA-1', 'SHA-256'])).toBe('SHA-1')
  expect(weakestHash(['SHA-512', undefined, 'SHA-256'])).toBe('SHA-256')
  expect(weakestHash([undefined])).toBeUndefined()
})

test('MD5 is called weak, although it is not computed', () => {
  const texts = distrustOfSignature('RSA con MD5', [undefined], spkiOf(rsa(512).publicKey)).map(({ text }) => text)
  expect(texts).toEqual(['usa MD5, que ya no es seguro', 'su llave es RSA de 512 bits, que ya no es segura'])
})

const at = new Date('2026-06-01T00:00:00Z')
const strong = ec('P-256')
const weak = rsa(1024)
const hashes = { sha1: objectIdentifiers.ecdsaWithSha1, sha256: objectIdentifiers.ecdsaWithSha256 } as const
const rsaHashes = { sha1: objectIdentifiers.rsaWithSha1, sha256: objectIdentifiers.rsaWithSha256 } as const

interface Issued extends Partial<CertificateInput> {
  readonly keys?: Pair
  readonly by?: Pair
  readonly hash?: keyof typeof hashes
}

let serial = 1
const issue = (
  commonName: string,
  issuerName: string,
  { keys = strong, by = strong, hash = 'sha256', ...more }: Issued = {},
) =>
  makeCertificate({
    commonName,
    issuerName,
    serial: serial++,
    spki: spkiOf(keys.publicKey),
    algorithm: derSequence(derOid((by.privateKey.asymmetricKeyType === 'rsa' ? rsaHashes : hashes)[hash])),
    sign: (signed) => new Uint8Array(sign(hash, signed, by.privateKey)),
    ...more,
  })

const authority = { isAuthority: true, keyUsage: 0x06 } as const
const chainOf = (root: Uint8Array, between: readonly Uint8Array[], signer: Uint8Array, use?: CertificateUse) =>
  createTrust([{ certificate: root, kind: 'national' }], between.map(parseCertificate)).chainOf(
    parseCertificate(signer),
    at,
    use,
  )

const root = issue('Raíz', 'Raíz', authority)
const direct = (more: Issued = {}) => issue('Ana', 'Raíz', more)
const below = (middle: Issued, leaf: Issued = {}) =>
  [root, [issue('Media', 'Raíz', { ...authority, ...middle })], issue('Ana', 'Media', leaf)] as const

describe('chains', () => {
  test.each<[string, object, Parameters<typeof chainOf>]>([
    ['strong at every step', { problem: undefined }, [...below({})]],
    [
      'a certificate signed with SHA-1',
      { problem: 'weak', distrust: { text: /^su certificado está firmado con SHA-1/ } },
      [root, [], direct({ hash: 'sha1' })],
    ],
    [
      'an authority signed with SHA-1',
      { problem: 'weak', distrust: { text: /^el certificado de su autoridad está firmado con SHA-1/ } },
      [...below({ hash: 'sha1' })],
    ],
    [
      'a root that signed itself with SHA-1',
      { problem: undefined },
      [issue('Raíz', 'Raíz', { ...authority, hash: 'sha1' }), [], direct()],
    ],
    [
      'a signer with RSA of 1024 bits',
      { problem: 'weak', distrust: { text: /^su certificado usa RSA de 1024 bits/ } },
      [root, [], direct({ keys: weak })],
    ],
    [
      'an authority with RSA of 1024 bits',
      { problem: 'weak', distrust: { text: /^el certificado de su autoridad usa RSA de 1024 bits/ } },
      [...below({ keys: weak }, { by: weak })],
    ],
    [
      'a root with RSA of 1024 bits',
      { problem: 'weak' },
      [issue('Raíz', 'Raíz', { ...authority, keys: weak, by: weak }), [], direct({ by: weak })],
    ],
    [
      'an authority for web sites alone',
      { problem: 'purpose', distrust: { text: /sitios web/ } },
      [...below({ purposes: [objectIdentifiers.serverAuth] })],
    ],
    [
      'an authority for web sites and mail',
      { problem: undefined },
      [...below({ purposes: [objectIdentifiers.serverAuth, objectIdentifiers.emailProtection] })],
    ],
    [
      'an authority for time stamps, for a document',
      { problem: 'purpose' },
      [...below({ purposes: [objectIdentifiers.timeStamping] })],
    ],
    [
      'an authority for time stamps, for a time stamp',
      { problem: undefined },
      [
        ...below({ purposes: [objectIdentifiers.timeStamping] }, { purposes: [objectIdentifiers.timeStamping] }),
        'time-stamp',
      ],
    ],
    [
      'an authority for documents, for a time stamp',
      { problem: 'purpose' },
      [
        ...below({ purposes: [objectIdentifiers.documentSigning] }, { purposes: [objectIdentifiers.timeStamping] }),
        'time-stamp',
      ],
    ],
    [
      'a root for web sites, which somebody trusts',
      { problem: undefined },
      [issue('Raíz', 'Raíz', { ...authority, purposes: [objectIdentifiers.serverAuth] }), [], direct()],
    ],
    [
      'an extension that stands twice',
      { problem: 'unfit' },
      [root, [], direct({ policies: ['1.2.3'], critical: [objectIdentifiers.certificatePolicies] })],
    ],
  ])('a chain with %s has the expected problem', async (_, expected, given) => {
    const { distrust, ...problem } = expected as { distrust?: { text: RegExp } }
    const chain = await chainOf(...given)
    expect(chain).toMatchObject({ root: 'national', ...problem })
    if (distrust !== undefined) expect(chain.distrust?.text).toMatch(distrust.text)
  })

  test('a weak certificate of the same authority does not hide its strong one, in any order', async () => {
    const [, [good = root], signer] = below({})
    const weaker = issue('Media', 'Raíz', { ...authority, hash: 'sha1' })
    const expired = issue('Media', 'Raíz', { ...authority, to: '20260201000000Z' })
    for (const between of [
      [weaker, expired, good],
      [good, expired, weaker],
      [expired, good, weaker],
    ])
      expect(await chainOf(root, between, signer)).toMatchObject({ problem: undefined })
    expect(await chainOf(root, [weaker], signer)).toMatchObject({ problem: 'weak' })
  })
})

describe('purposes of a certificate that signed a document', () => {
  const NON_REPUDIATION = 0xc0
  const DIGITAL_SIGNATURE = 0x80
  test.each<[string, string | undefined, readonly string[], number?]>([
    ['none stated', undefined, []],
    ['documents', undefined, [objectIdentifiers.documentSigning]],
    ['mail', undefined, [objectIdentifiers.emailProtection]],
    [
      'mail and logging in, as national cards',
      undefined,
      [objectIdentifiers.emailProtection, objectIdentifiers.clientAuth],
      NON_REPUDIATION,
    ],
    ['Adobe’s', undefined, ['1.2.840.113583.1.1.5']],
    ['Microsoft’s', undefined, ['1.3.6.1.4.1.311.10.3.12']],
    ['any', undefined, ['2.5.29.37.0']],
    ['web sites and mail', undefined, [objectIdentifiers.serverAuth, objectIdentifiers.emailProtection]],
    ['logging in, with a commitment', undefined, [objectIdentifiers.clientAuth], NON_REPUDIATION],
    [
      'logging in with a card, with a commitment',
      undefined,
      [objectIdentifiers.clientAuth, objectIdentifiers.smartcardLogon],
      NON_REPUDIATION,
    ],
    ['logging in', 'identificarse', [objectIdentifiers.clientAuth], DIGITAL_SIGNATURE],
    ['logging in, without key usage', 'identificarse', [objectIdentifiers.clientAuth]],
    ['web sites', 'sitios web (TLS)', [objectIdentifiers.serverAuth]],
    [
      'web sites and logging in',
      'sitios web (TLS)',
      [objectIdentifiers.clientAuth, objectIdentifiers.serverAuth],
      NON_REPUDIATION,
    ],
    ['time stamps', 'sellos de tiempo', [objectIdentifiers.timeStamping], NON_REPUDIATION],
    ['revocation', '(OCSP)', [objectIdentifiers.ocspSigning], NON_REPUDIATION],
    ['programs', 'firmar programas', [objectIdentifiers.codeSigning], NON_REPUDIATION],
    ['an unknown purpose', 'otro uso (1.2.3.4)', ['1.2.3.4'], NON_REPUDIATION],
  ])('%s: %s', async (_, expected, purposes, ...[keyUsage]) => {
    const certificate = parseCertificate(direct({ purposes, ...(keyUsage === undefined ? {} : { keyUsage }) }))
    const text = distrustOfPurpose(certificate)?.text
    if (expected === undefined) expect(text).toBeUndefined()
    else expect(text).toContain('se hizo con un certificado para')
    if (expected !== undefined) expect(text).toContain(expected)
    const { problem } = await chainOf(root, [], certificate.encoded)
    expect(problem).toBe(expected === undefined ? undefined : 'purpose')
  })
})
