import { prepareFields } from '../sign/index.ts'
import {
  asciiBytes,
  concatBytes,
  createObjectReader,
  createStreamDecoder,
  defaultLimits,
  isDict,
  isRef,
  openPdf,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  withEntries,
} from '../syntax/index.ts'
import { inflateInBrowser } from '../syntax/inflate.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { blackPng, buildPdf, createTestSigner, fieldAt, tamper, testTime } from '../testing/node/index.ts'
import type { RevisionWriter } from '../write/index.ts'
import { verifyPdf } from './index.ts'
import { tryStoreEntries } from './validation-data.ts'

const { update } = tamper
const signer = createTestSigner()

const TEXT_FIELD = pdfRef(100)
const APPEARANCE = pdfRef(101)
const place = { x: 0.1, y: 0.1, width: 0.3, height: 0.1 }
const form = (text: string) =>
  pdfStream(
    pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 9, 9]) }),
    asciiBytes(text),
  )
const textField = pdfDict({
  Subtype: pdfName('Widget'),
  FT: pdfName('Tx'),
  T: pdfString(asciiBytes('monto')),
  Rect: pdfArray([10, 10, 90, 30]),
  AP: pdfDict({ N: APPEARANCE }),
})

let signed: Uint8Array

const sign = async (document: Uint8Array, fieldName: string): Promise<Uint8Array> => {
  const person = { name: fieldName, email: '' }
  const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: testTime }
  return concatBytes([document, (await signer.sign(input)).tail])
}

const build = async (extra: readonly PdfObject[] = [], xref: 'table' | 'stream' = 'stream') => {
  const catalog = { AcroForm: pdfDict({ Fields: pdfArray([TEXT_FIELD]) }) }
  const original = buildPdf({ xref, extra: [textField, form('old'), ...extra], catalog })
  const fields = [fieldAt('ana', place), fieldAt('luis', { ...place, y: 0.5 })]
  return sign(concatBytes([original, prepareFields(original, fields)]), 'ana')
}

beforeAll(async () => {
  signed = await build()
})

const verify = async (bytes: Uint8Array) => {
  const report = await verifyPdf(bytes, { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  if (report.kind !== 'signed') throw new Error(`signed, not ${report.kind}`)
  const [first] = report.signatures
  return { verdict: report.verdict, first: first?.verdict, changes: first?.changes.map(({ kind }) => kind) }
}

const fieldDict = (document: PdfDocument): PdfDict => {
  const field = document.objects.resolve(TEXT_FIELD)
  if (typeof field !== 'object' || field?.kind !== 'dict') throw new Error('a field')
  return field
}

const fill = (entries: Record<string, PdfObject>) => (document: PdfDocument, revision: RevisionWriter) =>
  revision.put(TEXT_FIELD, withEntries(fieldDict(document), entries))

test('a signature without later changes is valid', async () => {
  expect(await verify(signed)).toEqual({ verdict: 'valid', first: 'valid', changes: [] })
})

test('the first signature stays valid when another person signs a prepared field', async () => {
  expect(await verify(await sign(signed, 'luis'))).toEqual({
    verdict: 'valid',
    first: 'valid',
    changes: ['signature-added'],
  })
})

test('adding a field is suspicious, and signing the new field changes the verdict to changed', async () => {
  const prepared = concatBytes([signed, prepareFields(signed, [fieldAt('otro', { ...place, y: 0.8 })])])
  expect(await verify(prepared)).toEqual({
    verdict: 'suspicious',
    first: 'suspicious',
    changes: ['field-added', 'form-changed', 'annotation-added'],
  })
  expect(await verify(await sign(prepared, 'otro'))).toEqual({
    verdict: 'changed',
    first: 'changed',
    changes: ['signature-field-added', 'unused-objects'],
  })
})

test('filling in a form field gives the verdict changed, with or without a new appearance', async () => {
  const filled = update(signed, fill({ V: pdfString(asciiBytes('100')) }))
  expect(await verify(filled)).toEqual({ verdict: 'changed', first: 'changed', changes: ['field-filled'] })
  const redrawn = update(signed, (document, revision) => {
    fill({ V: pdfString(asciiBytes('100')), AP: pdfDict({ N: revision.add(form('new')) }) })(document, revision)
  })
  expect(await verify(redrawn)).toMatchObject({ verdict: 'changed', changes: ['field-filled'] })
  const replaced = update(signed, (document, revision) => {
    fill({ V: pdfString(asciiBytes('100')) })(document, revision)
    revision.put(APPEARANCE, form('new'))
  })
  expect(await verify(replaced)).toMatchObject({ verdict: 'changed', changes: ['field-filled'] })
})

test('a choice is filled with a text or with several, and with nothing else', async () => {
  const choice = withEntries(textField, {
    FT: pdfName('Ch'),
    Opt: pdfArray([pdfString(asciiBytes('a')), pdfString(asciiBytes('b'))]),
  })
  const catalog = { AcroForm: pdfDict({ Fields: pdfArray([TEXT_FIELD]) }) }
  const original = buildPdf({ xref: 'stream', extra: [choice, form('old')], catalog })
  const document = await sign(concatBytes([original, prepareFields(original, [fieldAt('ana', place)])]), 'ana')
  const [a, b] = [pdfString(asciiBytes('a')), pdfString(asciiBytes('b'))]
  for (const value of [a, pdfArray([a, b]), pdfArray([])])
    expect(await verify(update(document, fill({ V: value })))).toMatchObject({ changes: ['field-filled'] })
  for (const value of [pdfArray([a, 1]), pdfName('a'), 1])
    expect(await verify(update(document, fill({ V: value })))).toMatchObject({ changes: ['field-changed'] })
})

test('data that nothing uses are notable, and suspicious if a searching reader would take them for the document', async () => {
  const add = (object: PdfObject) => update(signed, (_, revision) => void revision.add(object))
  expect(await verify(add(pdfDict({ Kept: 1 })))).toMatchObject({ verdict: 'changed', changes: ['unused-objects'] })
  for (const type of ['Catalog', 'Pages', 'Page'])
    expect(await verify(add(pdfDict({ Type: pdfName(type) })))).toMatchObject({
      verdict: 'suspicious',
      changes: ['unused-objects', 'unknown-object'],
    })
})

const changeCatalog = (entriesOf: (catalog: PdfDict, revision: RevisionWriter) => Record<string, PdfObject>) =>
  update(signed, ({ catalogRef, catalog }, revision) =>
    revision.put(catalogRef, withEntries(catalog, entriesOf(catalog, revision))),
  )

test('data for a long time are expected, of any number, also in streams that name their type', async () => {
  const bytes = changeCatalog((_, revision) => {
    const entry = revision.add(pdfStream(pdfDict({ Type: pdfName('Cert') }), asciiBytes('no certificate')))
    return { DSS: pdfDict({ Certs: pdfArray(Array.from({ length: 501 }, () => entry)) }) }
  })
  expect(await verify(bytes)).toMatchObject({ verdict: 'valid', changes: ['validation-data'] })
  const store = tryStoreEntries(openPdf(bytes, { inflate: inflateWithNode }), inflateWithNode)
  expect([store?.certificates.length, store?.ocsps, store?.crls]).toEqual([500, [], []])
})

test('resources added to the form are notable, and tell which entry of the form they are in', async () => {
  const bytes = update(signed, ({ catalog, objects }, revision) => {
    const place = catalog.entries.get('AcroForm')
    const acroForm = objects.resolve(place)
    if (!isRef(place) || !isDict(acroForm)) throw new Error('a form')
    const font = revision.add(
      pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type1'), BaseFont: pdfName('Courier') }),
    )
    revision.put(place, withEntries(acroForm, { DR: pdfDict({ Font: pdfDict({ Cour: font }) }) }))
  })
  const report = await verifyPdf(bytes, { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  const changes = report.kind === 'signed' ? report.signatures[0]?.changes : []
  expect(changes).toEqual([{ kind: 'form-settings', severity: 'notable', detail: 'DR' }])
})

test('the progress counts each signature, and the comparison as the last step', async () => {
  const both = await sign(signed, 'luis')
  const told: [number, number][] = []
  await verifyPdf(both, {
    roots: signer.roots,
    inflate: inflateInBrowser,
    now: testTime,
    onProgress: (...each) => told.push(each),
  })
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ])
})

test('a new appearance without a new value is suspicious', async () => {
  const redrawn = update(signed, (_, revision) => revision.put(APPEARANCE, form('lies')))
  expect(await verify(redrawn)).toMatchObject({ verdict: 'suspicious', changes: ['appearance-swapped'] })
})

test('a replaced appearance that another object also uses is suspicious', async () => {
  const shared = await build([pdfDict({ Kept: APPEARANCE })])
  const replaced = update(shared, (document, revision) => {
    fill({ V: pdfString(asciiBytes('100')) })(document, revision)
    revision.put(APPEARANCE, form('new'))
  })
  expect(await verify(replaced)).toMatchObject({ verdict: 'suspicious', changes: ['field-filled', 'shared-object'] })
})

test.each<[string, Record<string, PdfObject>]>([
  ['moved', { Rect: pdfArray([0, 0, 595, 842]) }],
  ['given an action', { V: pdfString(asciiBytes('1')), AA: pdfDict({}) }],
  ['made another kind', { FT: pdfName('Btn') }],
])('the verification reports a signed document as suspicious when a form field is %s', async (_, entries) => {
  expect(await verify(update(signed, fill(entries)))).toMatchObject({
    verdict: 'suspicious',
    changes: ['field-changed'],
  })
})

test('an appended cross-reference table that differs from the signed table is suspicious', async () => {
  const bytes = await build([], 'table')
  const document = openPdf(bytes, { inflate: inflateWithNode })
  const line = (num: number): string => {
    const entry = document.objects.entry(num)
    const offset = entry?.type === 'offset' ? entry.offset : 0
    return `${String(offset).padStart(10, '0')} ${offset === 0 ? '65535 f' : '00000 n'}\r\n`
  }
  const size = document.nextObjectNumber
  const lines = Array.from({ length: size }, (_, num) => line(num)).join('')
  const trailer = `trailer\n<</Size ${size}/Root ${document.catalogRef.num} 0 R>>\n`
  const tail = `xref\n0 ${size}\n${lines}${trailer}startxref\n${bytes.length}\n%%EOF\n`
  expect(await verify(concatBytes([bytes, asciiBytes(tail)]))).toEqual({
    verdict: 'suspicious',
    first: 'suspicious',
    changes: ['cross-reference'],
  })
})

test('the reader does not resolve an object that continues after the end of the signed revision', async () => {
  // The revision's end cuts an object that the appended bytes complete.
  const original = buildPdf({ xref: 'table' })
  const text = Buffer.from(original).toString('latin1')
  const body = text.slice(0, text.lastIndexOf('startxref'))
  const open = `${body}7 0 obj [ % `
  const start = text.slice(text.lastIndexOf('startxref'))
  const cut = asciiBytes(`${open}${start.replaceAll('\n', ' ').trimEnd()}`)
  const parsed = new Map()
  const whole = concatBytes([cut, asciiBytes('\n(later) ]\nendobj\n')])
  const both = [whole, cut].map((bytes) => {
    const reader = createObjectReader({
      bytes,
      limits: defaultLimits,
      decoder: createStreamDecoder(inflateInBrowser, defaultLimits),
      entries: new Map([[7, { type: 'offset', offset: body.length, gen: 0 }]]),
      parsed,
    })
    return () => reader.resolve(pdfRef(7))
  })
  expect(both[0]?.()).toEqual(pdfArray([pdfString(asciiBytes('later'))]))
  expect(both[1]).toThrow(expect.objectContaining({ code: 'PDF_MALFORMED' }))
})
