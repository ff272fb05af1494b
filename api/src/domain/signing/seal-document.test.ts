import { X509Certificate } from 'node:crypto'
import { concatBytes, dictAtKey, isArray, isStream, openPdf, type PdfDocument } from 'pdf'
import { checkCrl, checkOcsp, decodeCrl, decodeOcspResponse, serialOf } from 'pdf/cms/node'
import { inflateWithNode } from 'pdf/node'
import { readSignatures, samplePng } from 'pdf/sign'
import { buildPdf, openssl, pdfsig, qpdfStatus, testWith } from 'pdf/testing/node'
import { LOG_HEAD_KEY } from 'shared/contract/evidence-log'
import type { PlatformPki } from '../pki/platform-pki.ts'
import { createPdfSigner, type PdfSigner } from './pdf-signer.ts'
import { createTestPki, isPrefix, signTwice, testTime } from './test-support/signing.ts'

const logHead = 'ab'.repeat(32)
const open = (bytes: Uint8Array): PdfDocument => openPdf(bytes, { inflate: inflateWithNode })

let pki: PlatformPki
let signer: PdfSigner
beforeAll(async () => {
  pki = await createTestPki()
  signer = createPdfSigner(pki)
})

const signed = async (xref: 'table' | 'stream' | 'hybrid' = 'stream'): Promise<Uint8Array> =>
  (await signTwice(signer, buildPdf({ xref, pages: [{}, {}] }), samplePng())).final

const seal = async (document: Uint8Array): Promise<Uint8Array> =>
  concatBytes([document, (await signer.seal({ document, logHead, now: testTime })).tail])

const stored = (bytes: Uint8Array, key: 'Certs' | 'OCSPs' | 'CRLs'): Uint8Array[] => {
  const document = open(bytes)
  const store = dictAtKey(document.objects, document.catalog, 'DSS')
  const list = store === undefined ? null : document.objects.get(store, key)
  return (isArray(list) ? list.items : []).map((item) => {
    const object = document.objects.resolve(item)
    if (!isStream(object)) throw new Error('not a stream')
    return object.data
  })
}

test('the seal result states the level, the time-stamp authority and the end of its validity', async () => {
  const document = await signed()
  const { timestamp, level, missing } = await signer.seal({ document, logHead, now: testTime })
  expect({ level, missing }).toEqual({ level: 'B-LTA', missing: [] })
  expect(timestamp).toEqual({
    authority: 'Trazo Platform TSA',
    time: new Date('2026-03-14T20:05:09Z'),
    source: 'platform',
    validTo: new Date(pki.tsa.validTo),
  })
})

test('the security store contains each certificate up to the root and its revocation answer', async () => {
  const document = await signed()
  const sealed = await seal(document)
  expect(isPrefix(document, sealed)).toBe(true)
  const certificates = stored(sealed, 'Certs').map((der) => new X509Certificate(der))
  const names = certificates.map(({ subject }) => subject.replace('CN=', '')).sort()
  expect(names).toEqual([
    'Ana Mora',
    'José Pérez\\, \\"Ñandú\\"',
    'Trazo OCSP',
    'Trazo Platform CA',
    'Trazo Platform Root',
    'Trazo Platform TSA',
  ])
  const leaves = certificates.filter(({ ca, subject }) => !ca && subject !== 'CN=Trazo OCSP')
  const answers = stored(sealed, 'OCSPs')
  for (const leaf of leaves) {
    const about = answers.filter((der) => decodeOcspResponse(der).singles[0]?.id.serialNumber === serialOf(leaf))
    expect(about).toHaveLength(1)
    const checked = checkOcsp(about[0] ?? new Uint8Array(), leaf, pki.issuing, { at: testTime })
    expect(checked.status).toEqual({ kind: 'good' })
    expect(checked.responder?.subject).toBe('CN=Trazo OCSP')
  }
  const [list, ...others] = stored(sealed, 'CRLs')
  expect(others).toEqual([])
  expect(checkCrl(list ?? new Uint8Array(), pki.issuing, pki.root, testTime)).toEqual({ kind: 'good' })
  expect(decodeCrl(list ?? new Uint8Array()).nextUpdate).toBeDefined()
})

test('the document time stamp covers the whole file and contains the head of the audit log', async () => {
  const sealed = await seal(await signed())
  const document = open(sealed)
  const newest = readSignatures(document).at(-1)
  expect(newest).toMatchObject({ name: 'trazo-seal-1', subFilter: 'ETSI.RFC3161', end: sealed.length })
  const value = document.signatureFields().find(({ name }) => name === 'trazo-seal-1')?.value
  expect(value?.entries.get('Type')).toEqual({ kind: 'name', value: 'DocTimeStamp' })
  expect(value?.entries.get(LOG_HEAD_KEY)).toEqual({ kind: 'string', bytes: new Uint8Array(32).fill(0xab) })
})

test('a second seal keeps stored certificates once and adds one OCSP answer for the last authority', async () => {
  const once = await seal(await signed())
  const twice = await seal(once)
  expect(isPrefix(once, twice)).toBe(true)
  expect(readSignatures(open(twice)).map(({ name }) => name)).toEqual([
    'field_ana',
    'field_jose',
    'trazo-seal-1',
    'trazo-seal-2',
  ])
  expect(stored(twice, 'Certs')).toHaveLength(stored(once, 'Certs').length)
  expect(stored(twice, 'OCSPs').length).toBe(stored(once, 'OCSPs').length + 1)
})

test('a sealed document can be sealed again years after the signer certificates have expired', async () => {
  let now = testTime
  const platform = createPdfSigner(await createTestPki({ now: () => now }))
  const { final } = await signTwice(platform, buildPdf({ xref: 'stream' }), samplePng())
  const first = await platform.seal({ document: final, logHead, now })
  now = new Date('2034-01-01T00:00:00Z')
  const { level, timestamp } = await platform.seal({ document: concatBytes([final, first.tail]), logHead, now })
  expect({ level, time: timestamp.time }).toEqual({ level: 'B-LTA', time: now })
})

test('the signer refuses to seal a document with an invalid signature', async () => {
  const document = await signed()
  const [first] = readSignatures(open(document))
  const damaged = document.with(first?.gap[0] === undefined ? 0 : 20, 0x41)
  await expect(signer.seal({ document: damaged, logHead, now: testTime })).rejects.toMatchObject({
    code: 'SIGNATURE_INVALID',
  })
})

for (const xref of ['table', 'stream', 'hybrid'] as const)
  testWith(
    ['pdfsig', 'qpdf'],
    `with a cross-reference ${xref}, pdfsig finds every signature valid and qpdf accepts the file`,
    async () => {
      const sealed = await seal(await signed(xref))
      const found = pdfsig(sealed)
      expect(found.filter(({ type }) => type === 'ETSI.CAdES.detached').map(({ valid }) => valid)).toEqual([true, true])
      expect(found).toHaveLength(3)
      expect(qpdfStatus(sealed)).toBe(0)
    },
  )

testWith(['openssl'], 'openssl accepts the time stamp, the OCSP answer and the CRL of a sealed document', async () => {
  const sealed = await seal(await signed())
  const newest = readSignatures(open(sealed)).at(-1)
  if (newest === undefined) throw new Error('no time stamp')
  const [start, end] = newest.gap
  const at = ['-attime', String(Math.floor(testTime.getTime() / 1000))]
  const files = {
    data: concatBytes([sealed.subarray(0, start), sealed.subarray(end)]),
    'token.der': newest.value,
    'root.pem': pki.root.toString(),
    'ca.pem': pki.issuing.toString(),
    'list.crl': stored(sealed, 'CRLs')[0] ?? '',
    'answer.der': stored(sealed, 'OCSPs')[0] ?? '',
  }
  const stamp = ['ts', '-verify', '-data', 'data', '-in', 'token.der', '-token_in', '-CAfile', 'root.pem']
  expect(String(openssl(files, [...stamp, '-untrusted', 'ca.pem', ...at]))).toContain('Verification: OK')
  const list = ['crl', '-inform', 'DER', '-in', 'list.crl', '-CAfile', 'root.pem', '-noout', '-issuer']
  expect(String(openssl(files, list))).toContain('Trazo Platform Root')
  const check = ['verify', ...at, '-x509_strict', '-crl_check', '-CRLfile', 'list.crl', '-CAfile', 'root.pem', 'ca.pem']
  expect(String(openssl(files, check))).toContain('OK')
  const answer = [
    'ocsp',
    '-respin',
    'answer.der',
    '-issuer',
    'ca.pem',
    '-CAfile',
    'root.pem',
    '-verify_other',
    'ca.pem',
  ]
  expect(() => openssl(files, [...answer, '-text', ...at])).not.toThrow()
})
