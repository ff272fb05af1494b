import { type FormFieldToPrepare, type FormFill, fillableFields, prepareFields } from '../sign/index.ts'
import {
  asciiBytes,
  concatBytes,
  decodeTextString,
  dictAtKey,
  isArray,
  isDict,
  isString,
  openPdf,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  pdfString,
  withEntries,
} from '../syntax/index.ts'
import { inflateInBrowser } from '../syntax/inflate.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { blackPng, buildPdf, createTestSigner, fieldAt, tamper, testTime } from '../testing/node/index.ts'
import { verifyPdf } from './index.ts'

const { update } = tamper
const signer = createTestSigner()

const place = { x: 0.1, y: 0.1, width: 0.3, height: 0.1 }

const formField = (fieldName: string, y: number, type: FormFieldToPrepare['type']): FormFieldToPrepare => ({
  name: fieldName,
  page: 1,
  rect: { x: 0.5, y, width: 0.4, height: 0.05 },
  tooltip: fieldName,
  required: true,
  type,
})

const formFields = [
  formField('monto', 0.1, { kind: 'text', multiline: false }),
  formField('acepta', 0.2, { kind: 'checkbox' }),
  formField('vacio', 0.3, { kind: 'text', multiline: true }),
  formField('nota', 0.4, { kind: 'text', multiline: false }),
]

const anas: FormFill[] = [
  { name: 'monto', kind: 'text', text: '1000' },
  { name: 'acepta', kind: 'checked' },
]
const luiss: FormFill[] = [{ name: 'nota', kind: 'text', text: 'de acuerdo' }]

let prepared: Uint8Array
let signed: Uint8Array

const sign = async (document: Uint8Array, fieldName: string, fills: readonly FormFill[]): Promise<Uint8Array> => {
  const person = { name: fieldName, email: '' }
  const appearancePng = blackPng(9, 9)
  const input = { document, fieldName, signer: person, appearancePng, signedAt: testTime, fills }
  return concatBytes([document, (await signer.sign(input)).tail])
}

beforeAll(async () => {
  const original = buildPdf({ xref: 'table' })
  const fields = [
    { ...fieldAt('ana', place), locks: ['monto', 'acepta', 'vacio'] },
    { ...fieldAt('luis', { ...place, y: 0.6 }), locks: ['nota'] },
  ]
  prepared = concatBytes([original, prepareFields(original, fields, formFields)])
  signed = await sign(prepared, 'ana', anas)
})

const verify = async (bytes: Uint8Array) => {
  const report = await verifyPdf(bytes, { roots: signer.roots, inflate: inflateInBrowser, now: testTime })
  if (report.kind !== 'signed') throw new Error(`signed, not ${report.kind}`)
  return report.signatures.map(({ field, verdict, changes }) => ({
    field,
    verdict,
    changes: changes.map(({ kind }) => kind),
  }))
}

const findField = (document: PdfDocument, fieldName: string) => {
  const form = document.acroForm()
  const list = form === undefined ? null : document.objects.get(form, 'Fields')
  for (const item of isArray(list) ? list.items : []) {
    const field = document.objects.resolve(item)
    if (!isDict(field)) continue
    const partial = document.objects.get(field, 'T')
    if (isString(partial) && decodeTextString(partial.bytes) === fieldName) return { ref: item as PdfRef, dict: field }
  }
  throw new Error(`no field ${fieldName}`)
}

const set = (bytes: Uint8Array, fieldName: string, entries: Record<string, PdfObject>): Uint8Array =>
  update(bytes, (document, revision) => {
    const field = findField(document, fieldName)
    revision.put(field.ref, withEntries(field.dict, entries))
  })

const text = (value: string) => pdfString(asciiBytes(value))

test('a signature stays valid when the next signer fills in and signs their own form fields', async () => {
  expect(await verify(signed)).toEqual([{ field: 'ana', verdict: 'valid', changes: [] }])
  expect(await verify(await sign(signed, 'luis', luiss))).toEqual([
    { field: 'ana', verdict: 'valid', changes: ['own-field-filled', 'signature-added'] },
    { field: 'luis', verdict: 'valid', changes: [] },
  ])
})

test('the form fields of a signer are read-only after the signature, and the signature field locks them', () => {
  const document = openPdf(signed, { inflate: inflateWithNode })
  for (const [fieldName, flags] of [
    ['monto', 3],
    ['acepta', 3],
    ['vacio', 4099],
    ['nota', 2],
  ] as const)
    expect(document.objects.get(findField(document, fieldName).dict, 'Ff')).toBe(flags)
  const lock = dictAtKey(document.objects, findField(document, 'ana').dict, 'Lock')
  expect(lock?.entries.get('Action')).toEqual(pdfName('Include'))
})

describe('attacks on a signed form value', () => {
  const look = pdfStream(
    pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 9, 9]) }),
    asciiBytes('lies'),
  )

  test.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['another text', (bytes) => set(bytes, 'monto', { V: text('9000') })],
    ['another state of the box', (bytes) => set(bytes, 'acepta', { V: pdfName('Off'), AS: pdfName('Off') })],
    ['only the shown state of the box', (bytes) => set(bytes, 'acepta', { AS: pdfName('Off') })],
    [
      'only another look',
      (bytes) =>
        update(bytes, (document, revision) => {
          const field = findField(document, 'monto')
          revision.put(field.ref, withEntries(field.dict, { AP: pdfDict({ N: revision.add(look) }) }))
        }),
    ],
    ['a value for a field left empty', (bytes) => set(bytes, 'vacio', { V: text('algo') })],
    ['a field made writable', (bytes) => set(bytes, 'monto', { Ff: 2 })],
    ['a lock removed from the next signer’s field', (bytes) => set(bytes, 'luis', { Lock: pdfDict({}) })],
  ])('the verification reports the signature as suspicious after this attack: %s', async (_, attack) => {
    expect(await verify(attack(signed))).toMatchObject([{ field: 'ana', verdict: 'suspicious' }])
  })

  test('the verification finds a changed value in the revision of a later signature', async () => {
    const forged = await sign(set(signed, 'monto', { V: text('9000') }), 'luis', luiss)
    expect((await verify(forged))[0]).toMatchObject({ field: 'ana', verdict: 'suspicious' })
  })

  test.each([
    ['filled in below', { V: text('9000') }],
    ['shown again over the value', { F: 4, V: text('9000') }],
  ])('the verification finds a change of a hidden original form field: %s', async (_, entries) => {
    const bytes = buildPdf({ xref: 'table' })
    const original = concatBytes([
      bytes,
      prepareFields(bytes, [], [formField('original', 0.1, formFields[0]?.type ?? { kind: 'checkbox' })]),
    ])
    const replaces = fillableFields(openPdf(original, { inflate: inflateWithNode })).flatMap(({ widgets }) => widgets)
    const fields = [{ ...fieldAt('ana', place), locks: ['monto', 'acepta'] }]
    const ours = formFields.slice(0, 2).map((field) => ({ ...field, replaces }))
    const filled = await sign(concatBytes([original, prepareFields(original, fields, ours)]), 'ana', anas)
    expect(await verify(filled)).toMatchObject([{ field: 'ana', verdict: 'valid' }])
    const [found] = await verify(set(filled, 'original', entries))
    expect(found?.verdict).toBe('F' in entries ? 'suspicious' : 'changed')
  })

  test('the verification reports a form field that was filled in before its signer signed', async () => {
    expect(await verify(set(signed, 'nota', { V: text('yo no') }))).toEqual([
      { field: 'ana', verdict: 'changed', changes: ['field-filled'] },
    ])
  })

  test('the signer refuses to fill in form fields of another signer or of another type', async () => {
    await expect(sign(signed, 'luis', [{ name: 'monto', kind: 'text', text: '9000' }])).rejects.toThrow(
      'another signer',
    )
    await expect(sign(prepared, 'ana', luiss)).rejects.toThrow('another signer')
    await expect(sign(prepared, 'ana', [{ name: 'monto', kind: 'checked' }])).rejects.toThrow('another type')
  })
})
