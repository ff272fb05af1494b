import {
  array,
  ascii,
  dict,
  isDict,
  name,
  openPdf,
  type PdfObject,
  ref,
  stream,
  string,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { buildPdf, tamper, WHOLE } from '../testing/node/index.ts'
import { coversContent } from './changes.ts'
import { compareRevisions } from './compare-revisions.ts'
import { judgeChanges } from './permissions.ts'

const NOTE = ref(100)
const LOOK = ref(101)
const look = stream(
  dict({ Type: name('XObject'), Subtype: name('Form'), BBox: array([0, 0, 9, 9]) }),
  ascii('0 0 9 9 re f'),
)
const link = { Subtype: name('Link'), Rect: array([59.5, 84.2, 119, 168.4]), Border: array([0, 0, 0]) }
const signed = (entries: Record<string, PdfObject> = link, catalog: Record<string, PdfObject> = {}) =>
  buildPdf({
    xref: 'table',
    extra: [dict(entries), look],
    catalog,
    pages: [{ entries: { Annots: array([NOTE]) } }],
  })

const judge = (before: Uint8Array, after: Uint8Array, level: 1 | 2 | 3 | undefined) => {
  const [a, b] = [before, after].map((bytes) => openPdf(bytes, { inflate: inflateWithNode }))
  if (a === undefined || b === undefined) throw new Error('two revisions')
  return judgeChanges(compareRevisions(a, b), { document: level, locks: () => false })
}

const change = (bytes: Uint8Array, entries: Record<string, PdfObject | undefined>): Uint8Array =>
  tamper.update(bytes, (document, revision) => {
    const old = document.objects.resolve(NOTE)
    if (isDict(old)) revision.put(NOTE, withEntries(old, entries))
  })

const list = (bytes: Uint8Array, items: readonly PdfObject[]): Uint8Array =>
  tamper.update(bytes, (document, revision) => {
    const { ref: place, dict: page } = document.page(1)
    if (place !== undefined) revision.put(place, withEntries(page, { Annots: array(items) }))
  })

const stamp = { Subtype: name('Stamp'), Rect: array([0, 0, 595, 842]), AP: dict({ N: LOOK }), Border: undefined }
const added = (bytes: Uint8Array): Uint8Array => list(bytes, [NOTE, dict({ ...stamp, Border: array([0, 0, 0]) })])
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

const layers = (D: PdfObject) => ({ OCProperties: dict({ OCGs: array([]), D }) })

test.each<[string, Uint8Array, Record<string, PdfObject>]>([
  ['an action that runs a program', signed(), { A: dict({ S: name('Launch'), F: string(ascii('a')) }) }],
  ['a key of no annotation', signed(), { C1: array([1, 0, 0]) }],
  ['another /Type', signed(), { Type: name('OCG') }],
  ['a flag of no integer', signed(), { F: 2.5 }],
  ['the default layers', signed(link, layers(NOTE)), { AS: name('On') }],
])('a certifier who permits notes does not permit a note with %s', (_, before, entries) => {
  expect(judge(before, change(before, entries), 3).map(({ severity }) => severity)).toContain('suspicious')
})
