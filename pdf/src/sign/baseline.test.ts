import { fromBer } from '../cms/ber.ts'
import {
  bytesToBase64,
  createTrust,
  equalBytes,
  type ForeignCms,
  objectIdentifiers,
  parseCertificate,
  readCms,
  readOid,
} from '../cms/index.ts'
import {
  createStreamDecoder,
  isArray,
  isDict,
  isName,
  isStream,
  isString,
  openPdf,
  type PdfDict,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { decodeLatin1 } from '../syntax/lexer.ts'
import { signSample, testTime } from '../testing/node/index.ts'

/** Requirements of ETSI EN 319 142-1 V1.2.1, 6.3: rows and letters of table 1, on documents that we signed. */

interface WrittenSignature {
  readonly dict: PdfDict
  readonly contents: Uint8Array
  readonly cms: ForeignCms
  readonly end: number
}

const read = async () => {
  const sample = await signSample()
  const document = openPdf(sample.sealed, { inflate: inflateWithNode })
  const written = document.signatureFields().flatMap(({ value }): WrittenSignature[] => {
    if (value === undefined) return []
    const contents = document.objects.get(value, 'Contents')
    const range = document.objects.get(value, 'ByteRange')
    if (!isString(contents) || !isArray(range)) throw new Error('no signature')
    const [, , start, length] = range.items.map(Number)
    return [{ dict: value, contents: contents.bytes, cms: readCms(contents.bytes), end: (start ?? 0) + (length ?? 0) }]
  })
  const nameIn = (dict: PdfDict, key: string) => {
    const value = document.objects.get(dict, key)
    return isName(value) ? value.value : undefined
  }
  const isStamp = ({ dict }: WrittenSignature) => nameIn(dict, 'SubFilter') === 'ETSI.RFC3161'
  return {
    ...sample,
    document,
    nameIn,
    signatures: written.filter((each) => !isStamp(each)),
    stamps: written.filter(isStamp),
  }
}

let given: Awaited<ReturnType<typeof read>>
beforeAll(async () => {
  given = await read()
})

test('table 1: each signature has the required attributes once, and none of the forbidden ones', () => {
  expect(given.signatures).toHaveLength(3)
  for (const { cms } of given.signatures) {
    // The reader refuses an attribute that is there twice.
    const types = [...cms.attributes.keys()]
    expect(types.toSorted()).toEqual(
      [
        objectIdentifiers.contentType,
        objectIdentifiers.messageDigest,
        objectIdentifiers.signingCertificateV2,
      ].toSorted(),
    )
    expect([...cms.unsigned.keys()]).toEqual([objectIdentifiers.signatureTimeStampToken])
  }
})

test('letters a, b, c, e, f: certificates are included, the content type is id-data, and version 2 names the signer', () => {
  for (const { cms } of given.signatures) {
    expect(cms.signer).toBeDefined()
    expect(cms.certificates.length).toBeGreaterThan(1)
    expect(readOid(cms.attributes.get(objectIdentifiers.contentType))).toBe(objectIdentifiers.data)
    expect(cms.content).toBeUndefined()
  }
})

test('letters g, j, l, y and the row Cert: the entries of the dictionaries', () => {
  const { document, nameIn, signatures, stamps } = given
  for (const { dict } of signatures) {
    const claimed = document.objects.get(dict, 'M')
    const digits = testTime.toISOString().replaceAll(/\D/g, '').slice(0, 14)
    expect(isString(claimed) ? decodeLatin1(claimed.bytes) : undefined).toBe(`D:${digits}Z`)
    expect([nameIn(dict, 'Type'), nameIn(dict, 'Filter')]).toEqual(['Sig', 'Adobe.PPKLite'])
    expect(nameIn(dict, 'SubFilter')).toBe('ETSI.CAdES.detached')
    expect(dict.entries.has('Cert')).toBe(false)
  }
  expect(stamps).toHaveLength(1)
  for (const { dict } of stamps) {
    expect(nameIn(dict, 'Type')).toBe('DocTimeStamp')
    expect([...dict.entries.keys()].filter((key) => ['Cert', 'M', 'Reason', 'Location', 'Name'].includes(key))).toEqual(
      [],
    )
  }
})

test('letters h, o, u: signatures, tokens and validation data are DER', () => {
  const isDer = (bytes: Uint8Array) => equalBytes(fromBer(bytes).der, bytes.subarray(0, fromBer(bytes).end))
  for (const { contents, cms } of [...given.signatures, ...given.stamps]) {
    expect(isDer(contents)).toBe(true)
    const token = cms.unsigned.get(objectIdentifiers.signatureTimeStampToken)?.encoded
    expect(token === undefined || isDer(token)).toBe(true)
  }
  for (const bytes of Object.values(storeOf(given.document)).flat()) expect(isDer(bytes)).toBe(true)
})

test('letter k: each range covers its whole revision but the value', () => {
  const { signed, sealed, signatures, stamps } = given
  const ends = [...signatures, ...stamps].map(({ end }) => end).toSorted((a, b) => a - b)
  expect(ends).toEqual([...signed, sealed].map(({ length }) => length))
})

function storeOf(document: typeof given.document) {
  const store = document.objects.get(document.catalog, 'DSS')
  if (!isDict(store)) throw new Error('no store')
  const decoder = createStreamDecoder(inflateWithNode, document.limits)
  const list = (key: string) => {
    const found = document.objects.get(store, key)
    const items = isArray(found) ? found.items.map((item) => document.objects.resolve(item)) : []
    return items.flatMap((item) => (isStream(item) ? [decoder.decode(item)] : []))
  }
  return { certificates: list('Certs'), ocsps: list('OCSPs'), crls: list('CRLs') }
}

test('letters r, s, t, v, x: the store has the whole chains once, with revocation data and without VRI, under the time stamp', async () => {
  const { document, signatures, stamps, roots, sealed } = given
  const { certificates, ocsps, crls } = storeOf(document)
  const texts = certificates.map(bytesToBase64)
  expect(new Set(texts).size).toBe(texts.length)
  const trust = createTrust(roots, certificates.map(parseCertificate))
  for (const { cms } of [...signatures, ...stamps]) {
    if (cms.signer === undefined) throw new Error('no signer')
    const chain = await trust.chainOf(cms.signer, testTime, 'any')
    expect(chain.root).toBe('platform')
    const held = new Set([...texts, ...cms.certificates.map(({ encoded }) => bytesToBase64(encoded))])
    for (const { encoded } of chain.certificates) expect(held.has(bytesToBase64(encoded))).toBe(true)
  }
  expect([ocsps.length > 0, crls.length > 0]).toEqual([true, true])
  const store = document.objects.get(document.catalog, 'DSS')
  expect(isDict(store) && store.entries.has('VRI')).toBe(false)
  // The store is in the revision that the document time stamp covers.
  expect(stamps[0]?.end).toBe(sealed.length)
})

test('letters m and d: there is a reason or a commitment or a policy, never two of them', () => {
  const others = ['1.2.840.113549.1.9.16.2.16', '1.2.840.113549.1.9.16.2.15']
  for (const { cms } of given.signatures) expect(others.filter((type) => cms.attributes.has(type))).toEqual([])
})
