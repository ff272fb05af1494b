import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { fromBer } from './ber.ts'
import { parseCertificate } from './certificate.ts'
import { createTrust } from './chain.ts'
import { derChildren, readDer } from './der-reader.ts'
import {
  derElement,
  derExplicit,
  derImplicit,
  derInteger,
  derOid,
  derSequence,
  nullValue,
  octetString,
  setOf,
  unsignedInteger,
} from './der-writer.ts'
import { makeCertificate } from './make-certificate.ts'
import { objectIdentifiers } from './oids.ts'
import { checkCms, readCms } from './read-cms.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const spki = new Uint8Array(publicKey.export({ type: 'spki', format: 'der' }))
const rsaSha256 = derSequence(derOid(objectIdentifiers.rsaWithSha256), nullValue())
const signRsa = (data: Uint8Array): Uint8Array => new Uint8Array(sign('sha256', data, privateKey))
const sha256 = (data: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(data).digest())
const base = { spki, algorithm: rsaSha256, sign: signRsa }
const root = makeCertificate({ ...base, commonName: 'Raíz', issuerName: 'Raíz', serial: 1, isAuthority: true })
const leaf = makeCertificate({ ...base, commonName: 'Ana', issuerName: 'Raíz', serial: 7 })
const content = new TextEncoder().encode('contenido')

const attribute = (type: string, value: Uint8Array) => derSequence(derOid(type), setOf(value))
const usual = (hash = sha256(content), certificate = leaf) =>
  setOf(
    attribute(objectIdentifiers.contentType, derOid(objectIdentifiers.data)),
    attribute(objectIdentifiers.messageDigest, octetString(hash)),
    attribute(
      objectIdentifiers.signingCertificateV2,
      derSequence(derSequence(derSequence(octetString(sha256(certificate))))),
    ),
  )

const nameOf = (name: string) =>
  derSequence(setOf(derSequence(derOid('2.5.4.3'), derElement(0x0c, new TextEncoder().encode(name)))))

interface CmsInput {
  readonly attributes?: Uint8Array | undefined
  readonly value?: Uint8Array
  readonly certificates?: readonly Uint8Array[]
  readonly signers?: number
  readonly algorithm?: Uint8Array
  readonly digest?: string
}

const signedData = ({
  attributes,
  value,
  certificates = [leaf, root],
  signers = 1,
  ...named
}: CmsInput): Uint8Array => {
  const info = derSequence(
    derInteger(1),
    derSequence(nameOf('Raíz'), unsignedInteger(Uint8Array.of(7))),
    derSequence(derOid(named.digest ?? objectIdentifiers.sha256)),
    ...(attributes === undefined ? [] : [derImplicit(0, attributes)]),
    named.algorithm ?? rsaSha256,
    octetString(value ?? signRsa(attributes ?? content)),
  )
  const inner = derSequence(
    derInteger(1),
    setOf(derSequence(derOid(objectIdentifiers.sha256))),
    derSequence(derOid(objectIdentifiers.data)),
    derImplicit(0, setOf(...certificates)),
    derElement(0x31, ...Array.from({ length: signers }, () => info)),
  )
  return derSequence(derOid(objectIdentifiers.signedData), derExplicit(0, inner))
}

const check = async (input: CmsInput, signed = content) => checkCms(readCms(signedData(input)), new Uint8Array(signed))

test.each<[string, CmsInput, object]>([
  ['in the profile of CAdES', { attributes: usual() }, { problem: undefined, namesCertificate: true }],
  ['without signed attributes', {}, { problem: undefined, namesCertificate: false }],
  ['over other content', { attributes: usual(sha256(new Uint8Array(3))) }, { problem: 'digest' }],
  ['for another certificate', { attributes: usual(undefined, root) }, { problem: 'certificate-id' }],
  ['with another value', { attributes: usual(), value: signRsa(content) }, { problem: 'value' }],
  ['without its certificate', { attributes: usual(), certificates: [root] }, { problem: 'no-certificate' }],
  [
    'without a digest',
    { attributes: setOf(attribute(objectIdentifiers.contentType, derOid(objectIdentifiers.data))) },
    { problem: 'attributes' },
  ],
])('checkCms returns the problem of a signature %s', async (_, input, expected) => {
  expect(await check(input)).toMatchObject(expected)
})

test('Ed448 with SHAKE256 verifies, and an unknown algorithm is reported with its name', async () => {
  const { publicKey: key, privateKey: secret } = generateKeyPairSync('ed448')
  const own = makeCertificate({
    ...base,
    commonName: 'Ana',
    issuerName: 'Raíz',
    serial: 7,
    spki: new Uint8Array(key.export({ type: 'spki', format: 'der' })),
  })
  const shake = new Uint8Array(createHash('shake256', { outputLength: 64 }).update(content).digest())
  const attributes = setOf(
    attribute(objectIdentifiers.contentType, derOid(objectIdentifiers.data)),
    attribute(objectIdentifiers.messageDigest, octetString(shake)),
  )
  const given = { attributes, certificates: [own], value: new Uint8Array(sign(null, attributes, secret)) }
  const ed448 = { ...given, algorithm: derSequence(derOid('1.3.101.113')), digest: '2.16.840.1.101.3.4.2.12' }
  expect(await check(ed448)).toMatchObject({ problem: undefined })
  const lattice = { ...given, algorithm: derSequence(derOid('2.16.840.1.101.3.4.3.18')) }
  expect(await check({ ...lattice, attributes: usual() })).toMatchObject({ problem: 'algorithm' })
  expect(readCms(signedData(lattice)).algorithmName).toBe('ML-DSA-65, SHA-256')
})

test('a signature without signed attributes does not verify over other content', async () => {
  expect(await check({}, new TextEncoder().encode('otro'))).toMatchObject({ problem: 'digest' })
})

test('zeros may follow a signature, and other bytes or a second signer are refused', () => {
  const cms = signedData({ attributes: usual() })
  expect(readCms(Uint8Array.from([...cms, 0, 0, 0])).signer?.subjectName.commonName).toBe('Ana')
  expect(() => readCms(Uint8Array.from([...cms, 0, 1]))).toThrow('follows the signature')
  expect(() => readCms(signedData({ attributes: usual(), signers: 2 }))).toThrow('exactly one signer')
})

describe('BER', () => {
  const hex = (text: string) => new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'))
  test.each([
    ['3080 020101 0000', '3003020101'],
    ['2480 040161 040162 0000', '04026162'],
    ['3081 03 020101', '3003020101'],
    ['a080 3080 0500 0000 0000', 'a0043002 0500'],
  ])('BER %s becomes %s in DER', (ber, der) => {
    expect(Buffer.from(fromBer(hex(ber)).der).toString('hex')).toBe(der.replaceAll(' ', ''))
  })

  test.each(['3080 0201', '30', '0480 0000', '3005 020101', '2480 020101 0000', `${'3080'.repeat(50)}`])(
    'BER %s is refused',
    (ber) => {
      expect(() => fromBer(hex(ber))).toThrow(expect.objectContaining({ code: 'ASN1_MALFORMED' }))
    },
  )

  test('a signature with an indefinite length verifies like a signature in DER', async () => {
    const cms = signedData({ attributes: usual() })
    // Outer SEQUENCE of indefinite length.
    const header = cms[1] === 0x82 ? 4 : 3
    const indefinite = Uint8Array.from([0x30, 0x80, ...cms.subarray(header), 0, 0])
    expect(await checkCms(readCms(indefinite), new Uint8Array(content))).toMatchObject({ problem: undefined })
  })
})

describe('certificate chains', () => {
  const at = new Date('2026-06-01T00:00:00Z')
  const trusted = [{ certificate: root, kind: 'national' as const }]
  const make = (input: object) =>
    parseCertificate(makeCertificate({ ...base, commonName: 'X', issuerName: 'Raíz', serial: 9, ...input }))
  const authority = { commonName: 'Intermedia', isAuthority: true, pathLength: 0 }

  test.each<[string, object, readonly object[], object]>([
    ['straight to the root', {}, [], { root: 'national', problem: undefined }],
    ['over another authority', { issuerName: 'Intermedia' }, [authority], { root: 'national', problem: undefined }],
    [
      'over a certificate that is no authority',
      { issuerName: 'Intermedia' },
      [{ ...authority, isAuthority: false }],
      { problem: 'unknown' },
    ],
    ['expired', { to: '20260201000000Z' }, [], { root: 'national', problem: 'expired' }],
    ['not yet valid', { from: '20260901000000Z' }, [], { root: 'national', problem: 'not-yet-valid' }],
    ['with an unknown condition', { critical: ['1.2.3.4'] }, [], { problem: 'unfit' }],
    ['of another issuer', { issuerName: 'Otra' }, [], { root: undefined, problem: 'unknown' }],
    [
      'longer than its authority allows',
      { issuerName: 'Segunda' },
      [authority, { commonName: 'Segunda', issuerName: 'Intermedia', isAuthority: true }],
      { problem: 'unknown' },
    ],
  ])('certificate chain: %s', async (_, input, others, expected) => {
    const chain = await createTrust(trusted, others.map(make)).chainOf(make(input), at)
    expect(chain).toMatchObject(expected)
  })

  test('a certificate with the right issuer name but a foreign signature has no chain', async () => {
    const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const forged = make({ sign: (data: Uint8Array) => new Uint8Array(sign('sha256', data, stranger.privateKey)) })
    expect(await createTrust(trusted, []).chainOf(forged, at)).toMatchObject({ root: undefined, problem: 'unknown' })
  })

  test('a forged certificate with the signature of a genuine certificate has no chain', async () => {
    const trust = createTrust(trusted, [])
    const parts = (der: Uint8Array) => derChildren(readDer(der), 0x30).map(({ encoded }) => encoded)
    const [, algorithm, value] = parts(leaf)
    const [forgedTbs] = parts(make({ commonName: 'Juan' }).encoded)
    if (algorithm === undefined || value === undefined || forgedTbs === undefined) throw new Error('no certificate')
    const forged = parseCertificate(derSequence(forgedTbs, algorithm, value))
    expect(await trust.chainOf(parseCertificate(leaf), at)).toMatchObject({ root: 'national' })
    expect(await trust.chainOf(forged, at)).toMatchObject({ root: undefined, problem: 'unknown' })
  })
})
