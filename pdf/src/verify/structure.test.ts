import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prepareFields } from '../sign/index.ts'
import {
  concatBytes,
  isArray,
  isDict,
  isNameOf,
  isRef,
  type PdfDict,
  type PdfDocument,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  textString,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { blackPng, createTestSigner, fieldAt, tamper, testTime } from '../testing/node/index.ts'
import type { RevisionWriter } from '../write/index.ts'
import { verifyPdf } from './index.ts'

const { update } = tamper
const signer = createTestSigner()
const original = new Uint8Array(readFileSync(join(__dirname, '../tags/fixtures/libreoffice.pdf')))
const fields = ['ana', 'luis'].map((name, index) =>
  fieldAt(name, { x: 0.1, y: 0.1 + 0.4 * index, width: 0.3, height: 0.1 }),
)

const sign = async (document: Uint8Array, fieldName: string): Promise<Uint8Array> => {
  const person = { name: fieldName, email: '' }
  const input = { document, fieldName, signer: person, appearancePng: blackPng(9, 9), signedAt: testTime }
  return concatBytes([document, (await signer.sign(input)).tail])
}

const verify = (bytes: Uint8Array) => verifyPdf(bytes, { roots: signer.roots, inflate: inflateWithNode, now: testTime })

let signed: Uint8Array
beforeAll(async () => {
  signed = await sign(concatBytes([original, prepareFields(original, fields)]), 'ana')
})

const dictAt = ({ objects }: PdfDocument, ref: PdfRef): PdfDict => {
  const dict = objects.resolve(ref)
  if (!isDict(dict)) throw new Error('a dictionary')
  return dict
}

const refAt = (dict: PdfDict, key: string): PdfRef => {
  const ref = dict.entries.get(key)
  if (!isRef(ref)) throw new Error(`/${key} is a reference`)
  return ref
}

const rootOf = (document: PdfDocument): PdfRef => refAt(document.catalog, 'StructTreeRoot')

/** The Form element of a widget, which the preparing revision added. */
const formElement = (document: PdfDocument): PdfRef => {
  for (const num of document.objectNumbers) {
    const ref: PdfRef = { kind: 'ref', num, gen: 0 }
    const dict = document.objects.resolve(ref)
    if (isDict(dict) && isNameOf(dict.entries.get('S'), 'Form') && dict.entries.has('P')) return ref
  }
  throw new Error('a Form element')
}

type Attack = (document: PdfDocument, revision: RevisionWriter) => void

const change =
  (find: (document: PdfDocument) => PdfRef, entries: Parameters<typeof withEntries>[1]): Attack =>
  (document, revision) =>
    revision.put(find(document), withEntries(dictAt(document, find(document)), entries))

const parentTree = (document: PdfDocument): PdfRef => refAt(dictAt(document, rootOf(document)), 'ParentTree')

const attacks: readonly (readonly [string, Attack])[] = [
  ['a Form element says another text', change(formElement, { Alt: textString('Acepto pagar') })],
  ['a Form element becomes a heading', change(formElement, { S: pdfName('H1') })],
  ['a Form element leaves its widget', change(formElement, { K: undefined })],
  ['the root gets another role map', change(rootOf, { RoleMap: pdfDict({ Form: pdfName('P') }) })],
  ['the root loses its elements', change(rootOf, { K: pdfArray([]) })],
  ['the parent tree loses its entries', change(parentTree, { Nums: pdfArray([]), Kids: undefined })],
  [
    'an element is added',
    (document, revision) => {
      const root = dictAt(document, rootOf(document))
      const kids = document.objects.get(root, 'K')
      const added = revision.add(
        pdfDict({ S: pdfName('P'), P: rootOf(document), ActualText: textString('Pague el doble') }),
      )
      const all = isArray(kids) ? kids.items : [root.entries.get('K') ?? null]
      revision.put(rootOf(document), withEntries(root, { K: pdfArray([...all, added]) }))
    },
  ],
  [
    'the catalog leads to another structure',
    (document, revision) => {
      const root = revision.add(pdfDict({ Type: pdfName('StructTreeRoot') }))
      revision.put(document.catalogRef, withEntries(document.catalog, { StructTreeRoot: root }))
    },
  ],
]

test('signatures in a tagged document verify, and a second one is expected', async () => {
  const both = await sign(signed, 'luis')
  const report = await verify(both)
  expect(report).toMatchObject({ kind: 'signed', verdict: 'valid' })
  if (report.kind !== 'signed') throw new Error('signed')
  expect(report.signatures[0]?.changes).toEqual([expect.objectContaining({ kind: 'signature-added', field: 'luis' })])
})

test.each(attacks)('the verification is suspicious if after the signature %s', async (_, attack) => {
  const attacked = update(signed, attack)
  expect(await verify(attacked)).toMatchObject({ kind: 'signed', verdict: 'suspicious' })
})

test.each(attacks)('the verification is suspicious if before a second signature %s', async (_, attack) => {
  const attacked = await sign(update(signed, attack), 'luis')
  expect(await verify(attacked)).toMatchObject({ kind: 'signed', verdict: 'suspicious' })
})
