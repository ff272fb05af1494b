import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  derElement,
  derExplicit,
  derImplicit,
  derInteger,
  derOid,
  derSequence,
  nullValue,
  objectIdentifiers,
  octetString,
  setOf,
  unsignedInteger,
} from '../cms/index.ts'
import { type CertificateInput, makeCertificate } from '../cms/make-certificate.ts'
import { fillByteRange, fillContents, hashPrefix, prepareFields, signatureTemplate } from '../sign/index.ts'
import { concatBytes, openPdf, withEntries } from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import {
  buildPdf,
  closeDocument,
  makeNationalHierarchy,
  nationalForm,
  noEvidence,
  personOf,
  signAsPerson,
} from '../testing/node/index.ts'
import { startRevision } from '../write/index.ts'
import { certificationOf, describeReport, describeVerdict, type SignatureReport, verifyPdf } from './index.ts'

interface Pair {
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}
type Hash = 'sha1' | 'sha256'

const rsa = (modulusLength: number): Pair => generateKeyPairSync('rsa', { modulusLength })
const strong = rsa(2048)
const rsaWith = { sha1: objectIdentifiers.rsaWithSha1, sha256: objectIdentifiers.rsaWithSha256 } as const
const now = new Date('2026-06-01T00:00:00Z')

interface Issued extends Partial<CertificateInput> {
  readonly keys?: Pair
  readonly hash?: Hash
}

const issue = (commonName: string, serial: number, { keys = strong, hash = 'sha256', ...more }: Issued = {}) =>
  makeCertificate({
    commonName,
    issuerName: 'Raíz',
    serial,
    spki: new Uint8Array(keys.publicKey.export({ type: 'spki', format: 'der' })),
    algorithm: derSequence(derOid(rsaWith[hash]), nullValue()),
    sign: (signed) => new Uint8Array(sign(hash, signed, strong.privateKey)),
    ...more,
  })
const root = issue('Raíz', 1, { isAuthority: true, keyUsage: 0x06 })

interface Signing {
  readonly subFilter?: string
  readonly keys?: Pair
  readonly certificate?: Uint8Array
  /** Of the signed attributes. */
  readonly digest?: Hash
  readonly hash?: Hash
  readonly withoutAttributes?: boolean
}

const digestOf = (hash: Hash, bytes: Uint8Array): Uint8Array => new Uint8Array(createHash(hash).update(bytes).digest())
const attribute = (type: string, value: Uint8Array): Uint8Array => derSequence(derOid(type), setOf(value))

/** A CMS as old programs write it; the content stands inside only for adbe.pkcs7.sha1. */
const cmsOver = (covered: Uint8Array, signing: Signing): Uint8Array => {
  const { subFilter, keys = strong, certificate = issue('Ana', 7), digest = 'sha256', hash = 'sha256' } = signing
  const content = subFilter === 'adbe.pkcs7.sha1' ? digestOf('sha1', covered) : undefined
  const attributes = setOf(
    attribute(objectIdentifiers.contentType, derOid(objectIdentifiers.data)),
    attribute(objectIdentifiers.messageDigest, octetString(digestOf(digest, content ?? covered))),
  )
  const isPlain = signing.withoutAttributes === true
  const info = derSequence(
    derInteger(1),
    derSequence(derSequence(named(objectIdentifiers.commonName, 'Raíz')), unsignedInteger(Uint8Array.of(7))),
    derSequence(derOid(objectIdentifiers[digest])),
    ...(isPlain ? [] : [derImplicit(0, attributes)]),
    derSequence(derOid(rsaWith[hash]), nullValue()),
    octetString(new Uint8Array(sign(hash, isPlain ? (content ?? covered) : attributes, keys.privateKey))),
  )
  const data = derSequence(
    derOid(objectIdentifiers.data),
    ...(content === undefined ? [] : [derExplicit(0, octetString(content))]),
  )
  const inner = derSequence(
    derInteger(1),
    setOf(derSequence(derOid(objectIdentifiers[digest]))),
    data,
    derImplicit(0, setOf(certificate, root)),
    setOf(info),
  )
  return derSequence(derOid(objectIdentifiers.signedData), derExplicit(0, inner))
}
const named = (type: string, text: string): Uint8Array =>
  setOf(derSequence(derOid(type), derElement(0x0c, new TextEncoder().encode(text))))

const uploaded = buildPdf({ xref: 'table', pages: [{}] })
const place = { page: 1, rect: { x: 0.1, y: 0.1, width: 0.3, height: 0.1 } }
const base = concatBytes([uploaded, prepareFields(uploaded, [{ name: 'firma', tooltip: 'firma', ...place }])])
const signPdf = (signing: Signing): Uint8Array => {
  const document = openPdf(base, { inflate: inflateWithNode })
  const revision = startRevision(document)
  const { subFilter = 'adbe.pkcs7.detached' } = signing
  const template = signatureTemplate([`/Type /Sig /Filter /Adobe.PPKLite /SubFilter /${subFilter}`], 6000)
  const value = revision.allocate()
  revision.putRaw(value, template.body)
  const field = document.signatureFields().find((each) => each.name === 'firma')
  if (field?.ref === undefined) throw new Error('no field')
  revision.put(field.ref, withEntries(field.dict, { V: value }))
  const built = revision.build()
  const where = { document: base, prefix: hashPrefix(base), tail: built.tail, bodyAt: built.bodyOffset(value) }
  const placeholder = fillByteRange(where, template)
  const [, gapStart, gapEnd, rest] = placeholder.byteRange
  const whole = concatBytes([base, placeholder.tail])
  const covered = concatBytes([whole.subarray(0, gapStart), whole.subarray(gapEnd, gapEnd + rest)])
  return concatBytes([base, fillContents(placeholder, cmsOver(covered, signing))])
}

const verify = async (bytes: Uint8Array, kind: 'national' | 'nobody' = 'national') => {
  const roots = kind === 'nobody' ? [] : [{ certificate: root, kind }]
  const report = await verifyPdf(bytes, { roots, inflate: inflateWithNode, now })
  const [signature] = report.kind === 'signed' ? report.signatures : []
  if (signature === undefined) throw new Error(`not signed: ${report.kind}`)
  return { report, signature }
}

const small = rsa(512)
const purpose = (id: string): Signing => ({ certificate: issue('Ana', 7, { purposes: [id] }) })

test('a strong signature of a trusted certificate is valid, and its algorithm has a name', async () => {
  const { signature } = await verify(signPdf({}))
  expect(signature).toMatchObject({ verdict: 'valid', problems: [], hash: 'SHA-256', algorithm: 'RSA con SHA-256' })
  expect(signature).not.toHaveProperty('distrust')
})

test('without signed attributes the stated digest binds nothing, so it does not matter', async () => {
  const { signature } = await verify(signPdf({ withoutAttributes: true, digest: 'sha1' }))
  expect(signature).toMatchObject({ verdict: 'valid', hash: 'SHA-256' })
})

type Row = readonly [what: string, problem: string, words: string, signing: Signing]
const rows: readonly Row[] = [
  ['adbe.pkcs7.sha1 in a CMS with SHA-256', 'weak-hash', 'usa SHA-1', { subFilter: 'adbe.pkcs7.sha1' }],
  [
    'adbe.pkcs7.sha1 without attributes',
    'weak-hash',
    'usa SHA-1',
    { subFilter: 'adbe.pkcs7.sha1', withoutAttributes: true },
  ],
  ['a digest with SHA-1', 'weak-hash', 'usa SHA-1', { digest: 'sha1' }],
  ['a signature with SHA-1', 'weak-hash', 'usa SHA-1', { hash: 'sha1' }],
  ['RSA of 512 bits', 'weak-key', 'RSA de 512 bits', { keys: small, certificate: issue('Ana', 7, { keys: small }) }],
  ['a certificate signed with SHA-1', 'weak-certificate', 'SHA-1', { certificate: issue('Ana', 7, { hash: 'sha1' }) }],
  [
    'a certificate for web sites',
    'certificate-purpose',
    'un certificado para sitios web (TLS)',
    purpose(objectIdentifiers.serverAuth),
  ],
  ['a certificate for OCSP', 'certificate-purpose', '(OCSP)', purpose(objectIdentifiers.ocspSigning)],
  ['a certificate for time stamps', 'certificate-purpose', 'sellos de tiempo', purpose(objectIdentifiers.timeStamping)],
]

test.each(rows)('%s: the signature is not trusted, and the words say why', async (_, problem, words, signing) => {
  const bytes = signPdf(signing)
  const { report, signature } = await verify(bytes)
  const verdict = problem === 'weak-hash' ? 'unknown' : 'unchecked'
  expect(signature).toMatchObject({ verdict, problems: [problem] })
  expect(certificationOf(signature)).toBeUndefined()
  const { title, text } = describeVerdict(signature)
  expect(title).toBe('No podemos confiar en esta firma')
  expect(text).toContain('No podemos confiar en esta firma: ')
  expect(text).toContain(words)
  expect(describeReport(report).text).toContain(words)
  expect(text).not.toMatch(/\d\.\d+\.\d/)
  const unknown = await verify(bytes, 'nobody')
  // A weak certificate proves no name anyway without a root.
  expect(unknown.signature.verdict).toBe(problem === 'weak-certificate' ? 'unknown' : verdict)
})

test('a signed document with SHA-1 is told with both hashes', async () => {
  const { signature } = await verify(signPdf({ subFilter: 'adbe.pkcs7.sha1' }))
  expect(signature).toMatchObject({ hash: 'SHA-1', algorithm: 'RSA con SHA-256, sobre un resumen SHA-1 del documento' })
})

test('a name outside of the constraints of the root is not trusted', async () => {
  const CR = derElement(0xa4, derSequence(named(objectIdentifiers.country, 'CR')))
  const bound = issue('Raíz', 1, { isAuthority: true, keyUsage: 0x06, constraints: { permitted: [CR] } })
  const roots = [{ certificate: bound, kind: 'national' as const }]
  const report = await verifyPdf(signPdf({}), { roots, inflate: inflateWithNode, now })
  expect(report).toMatchObject({ verdict: 'unchecked', signatures: [{ problems: ['certificate-name'] }] })
})

/** An empty list of revoked certificates, or one of the serial 7, signed with this hash. */
const listOf = (hash: Hash, revoked: boolean): Uint8Array => {
  const time = (text: string): Uint8Array => derElement(0x18, new TextEncoder().encode(text))
  const algorithm = derSequence(derOid(rsaWith[hash]), nullValue())
  const entry = derSequence(unsignedInteger(Uint8Array.of(7)), time('20260101000000Z'))
  const list = derSequence(
    derInteger(1),
    algorithm,
    derSequence(named(objectIdentifiers.commonName, 'Raíz')),
    time('20260530000000Z'),
    time('20260630000000Z'),
    ...(revoked ? [derSequence(entry)] : []),
  )
  return derSequence(
    list,
    algorithm,
    derElement(0x03, Uint8Array.of(0), new Uint8Array(sign(hash, list, strong.privateKey))),
  )
}

test.each<[string, Hash, boolean, string]>([
  ['a strong list clears', 'sha256', false, 'good'],
  ['a list signed with SHA-1 clears nobody', 'sha1', false, 'unknown'],
  ['a list signed with SHA-1 still revokes', 'sha1', true, 'revoked'],
])('revocation: %s', async (_, hash, revoked, state) => {
  const report = await verifyPdf(signPdf({}), {
    roots: [{ certificate: root, kind: 'national' }],
    inflate: inflateWithNode,
    now,
    revocation: { ocsps: [], crls: [listOf(hash, revoked)] },
  })
  expect(report).toMatchObject({ signatures: [{ revocation: { state } }] })
})

describe('time stamps', () => {
  const at = new Date('2026-05-01T12:00:00Z')
  const hierarchy = makeNationalHierarchy()
  const trusted = [{ certificate: hierarchy.root.certificate, kind: 'national' as const }]
  const intermediates = [hierarchy.policy, hierarchy.issuer, hierarchy.stampPolicy].map(
    ({ certificate }) => certificate,
  )
  const person = personOf(hierarchy)
  const read = async (bytes: Uint8Array): Promise<readonly SignatureReport[]> => {
    const report = await verifyPdf(bytes, { roots: trusted, intermediates, inflate: inflateWithNode, now })
    return report.kind === 'signed' ? report.signatures : []
  }
  const signed = (imprint: Hash) =>
    signAsPerson(nationalForm(['ana']), { field: 'ana', person, hierarchy, at, imprint })

  test('a time stamp over a SHA-1 proves no time, and the signature stays as it is', async () => {
    expect(await read(await signed('sha256'))).toMatchObject([{ verdict: 'valid', time: { isProven: true } }])
    expect(await read(await signed('sha1'))).toMatchObject([{ verdict: 'valid', time: { isProven: false } }])
  })

  test('a document time stamp over a SHA-1 is not trusted, and proves no time to the signature before it', async () => {
    const before = await signAsPerson(nationalForm(['ana']), {
      field: 'ana',
      person,
      hierarchy,
      at,
      withoutStamp: true,
    })
    const stamped = (imprint: Hash) => closeDocument(before, noEvidence, { hierarchy, at, imprint })
    expect(await read(await stamped('sha256'))).toMatchObject([{ time: { isProven: true } }, { verdict: 'valid' }])
    const [signature, stamp] = await read(await stamped('sha1'))
    expect(signature).toMatchObject({ time: { source: 'claimed', isProven: false } })
    expect(stamp).toMatchObject({ verdict: 'unknown', problems: ['weak-hash'], hash: 'SHA-1' })
    expect(stamp && describeVerdict(stamp).text).toContain('No podemos confiar en este sello de tiempo: usa SHA-1')
  })
})
