import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { concatBytes, isArray, isString, openPdf } from 'pdf'
import { sha256Of } from 'pdf/cms/node'
import { inflateWithNode } from 'pdf/node'
import { completeSignature, prepareFields, prepareSignature, reservedSize, samplePng, verifyOwn } from 'pdf/sign'
import {
  type BuildOptions,
  buildPdf,
  everything,
  hasTool,
  mutoolValid,
  openssl,
  pdfsig,
  qpdfStatus,
  seed,
  testWith,
  withTempDir,
} from 'pdf/testing/node'
import type { PlatformPki } from '../pki/platform-pki.ts'
import { createPdfSigner, type PdfSigner } from './pdf-signer.ts'
import { signatureCaption } from './signature-caption.ts'
import {
  addCertificates,
  createTestPki,
  fieldAt,
  isPrefix,
  platformTrust,
  signTwice,
  testTime,
  twoFields,
} from './test-support/signing.ts'

let pki: PlatformPki
let signer: PdfSigner
beforeAll(async () => {
  pki = await createTestPki()
  signer = createPdfSigner(pki)
})

const ana = { name: 'Ana Mora', email: 'ana@example.com' }
const png = samplePng(300, 120)
const prepare = (original: Uint8Array, fields = twoFields): Uint8Array =>
  concatBytes([original, prepareFields(original, fields)])
const plain = buildPdf({ xref: 'table' })
const input = (document: Uint8Array, fieldName = 'field_ana') => ({
  document,
  fieldName,
  signer: ana,
  appearancePng: png,
  signedAt: testTime,
})

const variants: [string, BuildOptions][] = [
  ['a cross-reference table', { xref: 'table' }],
  ['cross-reference and object streams', { xref: 'stream' }],
  ['hybrid cross-references', { xref: 'hybrid' }],
  ['bytes before the header', { xref: 'table', prefix: 'mail header\r\n\r\n' }],
  ['bytes before the header, and streams', { xref: 'stream', prefix: '\n\n' }],
  ['a turned page with an odd crop box', { xref: 'table', pages: [{ rotate: 90, cropBox: [33.3, 50, 400.5, 700] }] }],
  ['inherited boxes', { xref: 'stream', pages: [{ rotate: 270 }, {}], inherit: true }],
]

describe.each(variants)('a document with %s', (_, options) => {
  test('the signer appends two valid signatures and keeps the original bytes', async () => {
    const original = buildPdf(options)
    const { prepared, revisions, final } = await signTwice(signer, original, png)
    for (const revision of [prepared, ...revisions]) expect(isPrefix(original, revision)).toBe(true)
    expect(isPrefix(prepared, final)).toBe(true)
    expect(isPrefix(revisions[0] ?? final, final)).toBe(true)
    if (hasTool('pdfsig')) {
      expect(pdfsig(final)).toEqual([
        { field: 'field_ana', type: 'ETSI.CAdES.detached', valid: true, wholeDocument: false },
        { field: 'field_jose', type: 'ETSI.CAdES.detached', valid: true, wholeDocument: true },
      ])
    }
    // mutool counts the byte range from the header.
    if (hasTool('mutool') && options.prefix === undefined) expect(mutoolValid(final)).toBe(2)
    // qpdf warns about bytes before the header, in the original too.
    if (hasTool('qpdf')) expect(qpdfStatus(final)).toBe(qpdfStatus(original))
  })
})

for (const tool of ['pdfsig', 'mutool', 'qpdf']) {
  if (!hasTool(tool)) test.skip(`${tool} accepts the signatures (skipped: ${tool} is not installed)`, () => {})
}

testWith(['qpdf', 'pdfsig'], 'the signer adds two valid signatures to a linearised document', async () => {
  const original = withTempDir((directory) => {
    const paths = [join(directory, 'in.pdf'), join(directory, 'out.pdf')] as const
    writeFileSync(paths[0], buildPdf({ xref: 'stream', pages: [{}, {}, {}] }))
    execFileSync('qpdf', ['--linearize', ...paths])
    return new Uint8Array(readFileSync(paths[1]))
  })
  const { final } = await signTwice(signer, original, png)
  expect(isPrefix(original, final)).toBe(true)
  expect(pdfsig(final).map(({ valid }) => valid)).toEqual([true, true])
})

test('the result of a signature describes the certificate and the time stamp', async () => {
  const signed = await signer.sign({ ...input(prepare(plain)), signer: { name: 'José "Ñandú", CN=x', email: '' } })
  expect(signed).toMatchObject({
    certificate: {
      serialNumber: expect.stringMatching(/^[0-9a-f]{32}$/),
      issuer: 'Trazo Platform CA',
      subject: 'José "Ñandú", CN=x',
      validFrom: new Date('2026-03-14T20:05:09Z'),
      validTo: new Date('2027-03-14T20:05:09Z'),
    },
    timestamp: { authority: 'Trazo Platform TSA', time: new Date('2026-03-14T20:05:09Z') },
    level: 'B-T',
    algorithm: 'ECDSA P-256 con SHA-256',
  })
})

test('the self-test signs a test document and verifies the signature', async () => {
  await expect(signer.selfTest(testTime)).resolves.toBeUndefined()
})

describe('the signer refuses', () => {
  test('the signer refuses a field that does not exist', async () => {
    const attempt = signer.sign(input(prepare(plain), 'field_nobody'))
    await expect(attempt).rejects.toMatchObject({ code: 'PDF_FIELD_NOT_FOUND' })
  })

  test('the signer refuses a field that is already signed', async () => {
    const prepared = prepare(plain)
    const { tail } = await signer.sign(input(prepared))
    const attempt = signer.sign(input(concatBytes([prepared, tail])))
    await expect(attempt).rejects.toMatchObject({ code: 'PDF_FIELD_SIGNED' })
  })

  test('the signer refuses a drawing that is not a PNG image', async () => {
    const attempt = signer.sign({ ...input(prepare(plain)), appearancePng: new Uint8Array(10) })
    await expect(attempt).rejects.toMatchObject({ code: 'APPEARANCE_INVALID' })
  })

  test('the signer refuses a time stamp over another hash', async () => {
    const wrong = createPdfSigner({
      ...pki,
      createTimeStamp: (_, nonce) => pki.createTimeStamp(new Uint8Array(32), nonce),
    })
    await expect(wrong.sign(input(prepare(plain)))).rejects.toMatchObject({ code: 'TIMESTAMP_REFUSED' })
  })

  test('the signer refuses a signature certificate of another root', async () => {
    const stranger = await createTestPki()
    const wrong = createPdfSigner({ ...stranger, root: pki.root })
    await expect(wrong.sign(input(prepare(plain)))).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' })
  })
})

describe('a time-stamp token larger than the reserved space', () => {
  /** Time-stamp tokens may carry any certificates. */
  const withCertificates = async (count: number): Promise<PdfSigner> => {
    const { certificate } = await pki.issueSignerCertificate({ commonName: 'x', email: '', now: testTime })
    const ballast = Array.from({ length: count }, () => new Uint8Array(certificate.raw))
    return createPdfSigner({
      ...pki,
      createTimeStamp: async (imprint, nonce) => addCertificates(await pki.createTimeStamp(imprint, nonce), ballast),
    })
  }

  test('the signer reserves more space and signs when the token is larger than expected', async () => {
    const prepared = prepare(plain)
    const { tail } = await (await withCertificates(10)).sign(input(prepared))
    if (hasTool('pdfsig')) expect(pdfsig(concatBytes([prepared, tail]))[0]?.valid).toBe(true)
  })

  test('the signer refuses a token that exceeds the maximum reserved space', async () => {
    const attempt = (await withCertificates(60)).sign(input(prepare(plain)))
    await expect(attempt).rejects.toMatchObject({ code: 'SIGNATURE_TOO_LARGE' })
  })
})

describe('verification of a written signature', () => {
  let prepared: Uint8Array
  let signed: Uint8Array
  beforeAll(async () => {
    prepared = prepare(plain)
    signed = concatBytes([prepared, (await signer.sign(input(prepared))).tail])
  })
  const verify = (bytes: Uint8Array) =>
    verifyOwn(bytes, { fieldName: 'field_ana', previousLength: prepared.length, ...platformTrust(pki) })

  const gap = (): [number, number] => {
    const document = openPdf(signed, { inflate: inflateWithNode })
    const range = document.signatureFields()[0]?.value?.entries.get('ByteRange')
    if (!isArray(range)) throw new Error('no /ByteRange')
    const [, start, end] = range.items
    return [Number(start), Number(end)]
  }

  test('the verification accepts the signature and returns the time of its time stamp', async () => {
    expect((await verify(signed)).timeStamp.time.toISOString()).toBe('2026-03-14T20:05:09.000Z')
  })

  test('the verification fails when any byte of the document changes', async () => {
    const [start, end] = gap()
    const step = everything ? 7 : 41
    // And the gap's brackets, without its contents.
    const nextOffset = (offset: number): number => {
      if (offset === start) return end - 1
      return offset < start ? Math.min(offset + step, start) : offset + step
    }
    for (let offset = seed % step; offset < signed.length; offset = nextOffset(offset)) {
      const damaged = signed.with(offset, (signed[offset] ?? 0) ^ 0x01)
      await expect(verify(damaged)).rejects.toThrow()
    }
  })

  test('the verification fails when the signed digest or the signature value changes', async () => {
    const [start, end] = gap()
    const hex = Buffer.from(signed.subarray(start + 1, end - 1)).toString('latin1')
    const digest = sha256Of(signed.subarray(0, start), signed.subarray(end))
    // DER of ecdsa-with-SHA256, before the value.
    const places = [hex.indexOf(Buffer.from(digest).toString('hex')), hex.lastIndexOf('06082a8648ce3d040302') + 40]
    for (const place of places) {
      expect(place).toBeGreaterThan(40)
      const offset = start + 1 + place
      await expect(verify(signed.with(offset, signed[offset] === 0x35 ? 0x36 : 0x35))).rejects.toThrow()
    }
  })

  test('the verification fails when bytes follow the signed revision or its last byte is missing', async () => {
    await expect(verify(concatBytes([signed, new Uint8Array([0x0a])]))).rejects.toThrow('does not cover the whole file')
    await expect(verify(concatBytes([signed, prepareFields(signed, [])]))).rejects.toThrow(
      'does not cover the whole file',
    )
    await expect(verify(signed.subarray(0, signed.length - 1))).rejects.toThrow()
  })

  test('the verification fails when the reserved space contains bytes after the signature', async () => {
    const [, end] = gap()
    await expect(verify(signed.with(end - 2, 0x31))).rejects.toThrow('something follows the signature')
  })

  test('the verification fails for another root, another field, or a field of the previous revision', async () => {
    const stranger = await createTestPki()
    const expected = { fieldName: 'field_ana', previousLength: prepared.length, ...platformTrust(pki) }
    await expect(verifyOwn(signed, { ...expected, ...platformTrust(stranger) })).rejects.toThrow()
    await expect(verifyOwn(signed, { ...expected, fieldName: 'field_jose' })).rejects.toThrow('holds no signature')
    await expect(verifyOwn(signed, { ...expected, previousLength: signed.length })).rejects.toThrow(
      'outside the appended',
    )
  })

  testWith(['openssl'], 'openssl accepts the signature as valid', async () => {
    const [start, end] = gap()
    const contents = Buffer.from(signed.subarray(start + 1, end - 1)).toString('latin1')
    const files = {
      data: concatBytes([signed.subarray(0, start), signed.subarray(end)]),
      'signature.der': new Uint8Array(Buffer.from(contents.replace(/(00)+$/, ''), 'hex')),
      'root.pem': pki.root.toString(),
    }
    const at = ['-attime', String(Math.floor(testTime.getTime() / 1000))]
    const source = ['-inform', 'DER', '-in', 'signature.der', '-content', 'data', '-binary']
    const args = ['cms', '-verify', '-cades', ...source, '-CAfile', 'root.pem', '-purpose', 'any', ...at]
    expect(openssl(files, args)).toEqual(Buffer.from(files.data))
  })

  test('the signature dictionary contains the name and time, and the CMS has no signing-time attribute', () => {
    const document = openPdf(signed, { inflate: inflateWithNode })
    const value = document.signatureFields()[0]?.value
    const name = value?.entries.get('Name')
    const time = value?.entries.get('M')
    expect(isString(name) && Buffer.from(name.bytes).toString()).toBe('Ana Mora')
    expect(isString(time) && Buffer.from(time.bytes).toString()).toBe('D:20260314200509Z')
    // DER of signing-time, 1.2.840.113549.1.9.5, in hexadecimal.
    expect(Buffer.from(signed).toString('latin1')).not.toContain('06092a864886f70d010905')
  })
})

test('preparing and completing a signature in two separate steps gives a valid signature', async () => {
  const document = prepare(plain)
  const identity = await pki.issueSignerCertificate({ commonName: 'Ana', email: '', now: testTime })
  const { certificates } = identity
  const prepared = prepareSignature({
    document,
    fieldName: 'field_ana',
    signerName: 'Ana',
    appearancePng: png,
    signedAt: testTime,
    caption: signatureCaption(testTime),
    reason: 'Acepto (todo)',
    certificates,
    reserved: reservedSize(certificates),
  })
  const value = await identity.key.sign(prepared.signedAttributes)
  const token = await pki.createTimeStamp(sha256Of(value), Uint8Array.of(1))
  const bytes = concatBytes([document, completeSignature(prepared, value, token)])
  const expected = { fieldName: 'field_ana', previousLength: document.length, ...platformTrust(pki) }
  await expect(verifyOwn(bytes, expected)).resolves.toBeDefined()
  expect(prepared.byteRange[1] + 2 + prepared.reserved * 2).toBe(prepared.byteRange[2])
})

describe('preparing signature fields', () => {
  test('the preparation refuses duplicate names, missing pages, empty rectangles and invalid names', () => {
    const prepared = prepare(plain)
    expect(() => prepareFields(prepared, twoFields)).toThrow(expect.objectContaining({ code: 'PDF_FIELD_EXISTS' }))
    const [field] = twoFields
    if (field === undefined) throw new Error('no field')
    expect(() => prepareFields(plain, [field, field])).toThrow(expect.objectContaining({ code: 'PDF_FIELD_EXISTS' }))
    expect(() => prepareFields(plain, [{ ...field, page: 2 }])).toThrow(
      expect.objectContaining({ code: 'PDF_PAGE_NOT_FOUND' }),
    )
    const flat = { ...field, rect: { ...field.rect, height: 0 } }
    expect(() => prepareFields(plain, [flat])).toThrow('has no area')
    for (const name of ['', 'a.b']) expect(() => prepareFields(plain, [{ ...field, name }])).toThrow(RangeError)
  })

  test('a second preparation keeps the fields, annotations and document ID of the first', () => {
    const once = prepare(plain, [fieldAt('first', { x: 0, y: 0, width: 0.1, height: 0.1 })])
    const twice = prepare(once, [fieldAt('second', { x: 0.5, y: 0, width: 0.1, height: 0.1 })])
    const document = openPdf(twice, { inflate: inflateWithNode })
    expect(document.signatureFields().map(({ name }) => name)).toEqual(['first', 'second'])
    const annotations = document.objects.get(document.page(1).dict, 'Annots')
    expect(isArray(annotations) && annotations.items).toHaveLength(2)
    expect(document.acroForm()?.entries.get('SigFlags')).toBe(3)
    expect(document.newest.trailer.entries.get('ID')).toEqual(
      openPdf(plain, { inflate: inflateWithNode }).newest.trailer.entries.get('ID'),
    )
  })
})

test('the subject of a certificate tells a statement about the signer, also one with a comma', async () => {
  const document = prepare(plain)
  const subjectOf = async (statement?: string) => {
    const person = statement === undefined ? ana : { ...ana, statement }
    return (await signer.sign({ ...input(document), signer: person })).certificate.subject
  }
  expect(await subjectOf('Por enlace, sin comprobar')).toMatch(/ \(Por enlace, sin comprobar\)$/)
  expect(await subjectOf()).not.toContain('(')
})
