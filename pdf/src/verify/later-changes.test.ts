import { prepareFields } from '../sign/index.ts'
import {
  array,
  ascii,
  concat,
  createObjectReader,
  createStreamDecoder,
  defaultLimits,
  dict,
  isDict,
  isRef,
  name,
  openPdf,
  type PdfDict,
  type PdfDocument,
  type PdfObject,
  ref,
  stream,
  string,
  withEntries,
} from '../syntax/index.ts'
import { inflate } from '../syntax/inflate.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { blackPng, buildPdf, createTestSigner, fieldAt, tamper, testTime } from '../testing/node/index.ts'
import type { Revision } from '../write/index.ts'
import { verifyPdf } from './index.ts'
import { tryStoreEntries } from './validation-data.ts'

const { update } = tamper
const signer = createTestSigner()

const TEXT_FIELD = ref(100)
const APPEARANCE = ref(101)
const place = { x: 0.1, y: 0.1, width: 0.3, height: 0.1 }
const form = (text: string) =>
  stream(dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array([0, 0, 9, 9]) }), ascii(text))
const textField = dict({
  Subtype: name('Widget'),
  FT: name('Tx'),
  T: string(ascii('monto')),
  Rect: array([10, 10, 90, 30]),
  AP: dict({ N: APPEARANCE }),
})

let signed: Uint8Array

const sign = async (document: Uint8Array, fieldName: string): Promise<Uint8Array> => {
  const person = { name: fieldName, email: '' }
  const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: testTime }
  return concat([document, (await signer.sign(input)).tail])
}

const build = async (extra: readonly PdfObject[] = [], xref: 'table' | 'stream' = 'stream') => {
  const catalog = { AcroForm: dict({ Fields: array([TEXT_FIELD]) }) }
  const original = buildPdf({ xref, extra: [textField, form('old'), ...extra], catalog })
  const fields = [fieldAt('ana', place), fieldAt('luis', { ...place, y: 0.5 })]
  return sign(concat([original, prepareFields(original, fields)]), 'ana')
}

beforeAll(async () => {
  signed = await build()
})

const verify = async (bytes: Uint8Array) => {
  const report = await verifyPdf(bytes, { roots: signer.roots, inflate, now: testTime })
  if (report.kind !== 'signed') throw new Error(`signed, not ${report.kind}`)
  const [first] = report.signatures
  return { verdict: report.verdict, first: first?.verdict, changes: first?.changes.map(({ kind }) => kind) }
}

const fieldDict = (document: PdfDocument): PdfDict => {
  const field = document.objects.resolve(TEXT_FIELD)
  if (typeof field !== 'object' || field?.kind !== 'dict') throw new Error('a field')
  return field
}

const fill = (entries: Record<string, PdfObject>) => (document: PdfDocument, revision: Revision) =>
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
  const prepared = concat([signed, prepareFields(signed, [fieldAt('otro', { ...place, y: 0.8 })])])
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
  const filled = update(signed, fill({ V: string(ascii('100')) }))
  expect(await verify(filled)).toEqual({ verdict: 'changed', first: 'changed', changes: ['field-filled'] })
  const redrawn = update(signed, (document, revision) => {
    fill({ V: string(ascii('100')), AP: dict({ N: revision.add(form('new')) }) })(document, revision)
  })
  expect(await verify(redrawn)).toMatchObject({ verdict: 'changed', changes: ['field-filled'] })
  const replaced = update(signed, (document, revision) => {
    fill({ V: string(ascii('100')) })(document, revision)
    revision.put(APPEARANCE, form('new'))
  })
  expect(await verify(replaced)).toMatchObject({ verdict: 'changed', changes: ['field-filled'] })
})

test('a choice is filled with a text or with several, and with nothing else', async () => {
  const choice = withEntries(textField, { FT: name('Ch'), Opt: array([string(ascii('a')), string(ascii('b'))]) })
  const catalog = { AcroForm: dict({ Fields: array([TEXT_FIELD]) }) }
  const original = buildPdf({ xref: 'stream', extra: [choice, form('old')], catalog })
  const document = await sign(concat([original, prepareFields(original, [fieldAt('ana', place)])]), 'ana')
  const [a, b] = [string(ascii('a')), string(ascii('b'))]
  for (const value of [a, array([a, b]), array([])])
    expect(await verify(update(document, fill({ V: value })))).toMatchObject({ changes: ['field-filled'] })
  for (const value of [array([a, 1]), name('a'), 1])
    expect(await verify(update(document, fill({ V: value })))).toMatchObject({ changes: ['field-changed'] })
})

test('data that nothing uses are notable, and suspicious if a searching reader would take them for the document', async () => {
  const add = (object: PdfObject) => update(signed, (_, revision) => void revision.add(object))
  expect(await verify(add(dict({ Kept: 1 })))).toMatchObject({ verdict: 'changed', changes: ['unused-objects'] })
  for (const type of ['Catalog', 'Pages', 'Page'])
    expect(await verify(add(dict({ Type: name(type) })))).toMatchObject({
      verdict: 'suspicious',
      changes: ['unused-objects', 'unknown-object'],
    })
})

const changeCatalog = (entriesOf: (catalog: PdfDict, revision: Revision) => Record<string, PdfObject>) =>
  update(signed, ({ catalogRef, catalog }, revision) =>
    revision.put(catalogRef, withEntries(catalog, entriesOf(catalog, revision))),
  )

test('data for a long time are expected, of any number, also in streams that name their type', async () => {
  const bytes = changeCatalog((_, revision) => {
    const entry = revision.add(stream(dict({ Type: name('Cert') }), ascii('no certificate')))
    return { DSS: dict({ Certs: array(Array.from({ length: 501 }, () => entry)) }) }
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
    const font = revision.add(dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('Courier') }))
    revision.put(place, withEntries(acroForm, { DR: dict({ Font: dict({ Cour: font }) }) }))
  })
  const report = await verifyPdf(bytes, { roots: signer.roots, inflate, now: testTime })
  const changes = report.kind === 'signed' ? report.signatures[0]?.changes : []
  expect(changes).toEqual([{ kind: 'form-settings', severity: 'notable', detail: 'DR' }])
})

test('the progress counts each signature, and the comparison as the last step', async () => {
  const both = await sign(signed, 'luis')
  const told: [number, number][] = []
  await verifyPdf(both, { roots: signer.roots, inflate, now: testTime, onProgress: (...each) => told.push(each) })
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
  const shared = await build([dict({ Kept: APPEARANCE })])
  const replaced = update(shared, (document, revision) => {
    fill({ V: string(ascii('100')) })(document, revision)
    revision.put(APPEARANCE, form('new'))
  })
  expect(await verify(replaced)).toMatchObject({ verdict: 'suspicious', changes: ['field-filled', 'shared-object'] })
})

test.each<[string, Record<string, PdfObject>]>([
  ['moved', { Rect: array([0, 0, 595, 842]) }],
  ['given an action', { V: string(ascii('1')), AA: dict({}) }],
  ['made another kind', { FT: name('Btn') }],
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
  expect(await verify(concat([bytes, ascii(tail)]))).toEqual({
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
  const cut = ascii(`${open}${start.replaceAll('\n', ' ').trimEnd()}`)
  const parsed = new Map()
  const whole = concat([cut, ascii('\n(later) ]\nendobj\n')])
  const both = [whole, cut].map((bytes) => {
    const reader = createObjectReader({
      bytes,
      limits: defaultLimits,
      decoder: createStreamDecoder(inflate, defaultLimits),
      entries: new Map([[7, { type: 'offset', offset: body.length, gen: 0 }]]),
      parsed,
    })
    return () => reader.resolve(ref(7))
  })
  expect(both[0]?.()).toEqual(array([string(ascii('later'))]))
  expect(both[1]).toThrow(expect.objectContaining({ code: 'PDF_MALFORMED' }))
})
