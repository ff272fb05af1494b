import {
  asciiBytes,
  isDict,
  openPdf,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { buildPdf, tamper, WHOLE } from '../testing/node/index.ts'
import { coversContent } from './changes.ts'
import { compareVerified } from './compare-revisions.ts'
import { judgeChanges } from './permissions.ts'

const NOTE = pdfRef(100)
const LOOK = pdfRef(101)
const look = pdfStream(
  pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 9, 9]) }),
  asciiBytes('0 0 9 9 re f'),
)
const link = { Subtype: pdfName('Link'), Rect: pdfArray([59.5, 84.2, 119, 168.4]), Border: pdfArray([0, 0, 0]) }
const signed = (entries: Record<string, PdfObject> = link, catalog: Record<string, PdfObject> = {}) =>
  buildPdf({
    xref: 'table',
    extra: [pdfDict(entries), look],
    catalog,
    pages: [{ entries: { Annots: pdfArray([NOTE]) } }],
  })

const judge = (before: Uint8Array, after: Uint8Array, level: 1 | 2 | 3 | undefined) => {
  const [a, b] = [before, after].map((bytes) => openPdf(bytes, { inflate: inflateWithNode }))
  if (a === undefined || b === undefined) throw new Error('two revisions')
  return judgeChanges(compareVerified(a, b), { document: level, locks: () => false })
}

const change = (bytes: Uint8Array, entries: Record<string, PdfObject | undefined>): Uint8Array =>
  tamper.update(bytes, (document, revision) => {
    const old = document.objects.resolve(NOTE)
    if (isDict(old)) revision.put(NOTE, withEntries(old, entries))
  })

const list = (bytes: Uint8Array, items: readonly PdfObject[]): Uint8Array =>
  tamper.update(bytes, (document, revision) => {
    const { ref: place, dict: page } = document.page(1)
    if (place !== undefined) revision.put(place, withEntries(page, { Annots: pdfArray(items) }))
  })

const stamp = {
  Subtype: pdfName('Stamp'),
  Rect: pdfArray([0, 0, 595, 842]),
  AP: pdfDict({ N: LOOK }),
  Border: undefined,
}
const added = (bytes: Uint8Array): Uint8Array => list(bytes, [NOTE, pdfDict({ ...stamp, Border: pdfArray([0, 0, 0]) })])
const removed = (bytes: Uint8Array): Uint8Array => list(bytes, [])

const cases: readonly (readonly [string, string, (bytes: Uint8Array) => Uint8Array])[] = [
  ['a link becomes a stamp', 'annotation-changed', (bytes) => change(bytes, stamp)],
  ['a stamp comes', 'annotation-added', added],
  ['a link goes', 'annotation-removed', removed],
]

test.each(cases)('%s: a certifier who permits notes sees the place, and nothing is called intact', (_, kind, edit) => {
  const before = signed()
  const [first, ...rest] = judge(before, edit(before), 3)
  expect(rest).toEqual([])
  expect(first).toMatchObject({ kind, severity: 'notable', page: 1 })
  if (kind !== 'annotation-removed') expect(first?.rect).toEqual(WHOLE)
  expect(first !== undefined && coversContent(first)).toBe(true)
})

test.each(cases)('%s: without that permission it is suspicious', (_, kind, edit) => {
  const before = signed()
  for (const level of [undefined, 1, 2] as const)
    expect(judge(before, edit(before), level)).toContainEqual(expect.objectContaining({ kind, severity: 'suspicious' }))
})

const layers = (D: PdfObject) => ({ OCProperties: pdfDict({ OCGs: pdfArray([]), D }) })

test.each<[string, Uint8Array, Record<string, PdfObject>]>([
  ['an action that runs a program', signed(), { A: pdfDict({ S: pdfName('Launch'), F: pdfString(asciiBytes('a')) }) }],
  ['a key of no annotation', signed(), { C1: pdfArray([1, 0, 0]) }],
  ['another /Type', signed(), { Type: pdfName('OCG') }],
  ['a flag of no integer', signed(), { F: 2.5 }],
  ['the default layers', signed(link, layers(NOTE)), { AS: pdfName('On') }],
])('a certifier who permits notes does not permit a note with %s', (_, before, entries) => {
  expect(judge(before, change(before, entries), 3).map(({ severity }) => severity)).toContain('suspicious')
})
