import {
  asciiBytes,
  concatBytes,
  isDict,
  isStream,
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
import { annotate, comment, freeText, highlight, signature } from '../testing/node/annotating.ts'
import { buildPdf, encryptedPdf, encryptionForms } from '../testing/node/index.ts'
import { type RevisionWriter, startRevision } from '../write/index.ts'
import { compareAnnotated } from './compare-revisions.ts'

const [PAGE, CONTENT, SECOND_PAGE] = [10, 11, 12]
const [LINK, HIGHLIGHT, LABELS, MISSING] = [100, 101, 102, 90]

const rectangle = pdfArray([10, 10, 60, 40])
const link = pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Link'), Rect: rectangle })
const marked = pdfDict({
  Type: pdfName('Annot'),
  Subtype: pdfName('Highlight'),
  Rect: rectangle,
  Contents: pdfString(asciiBytes('Hola')),
})

const open = (bytes: Uint8Array) => openPdf(bytes, { inflate: inflateWithNode })
const update = (bytes: Uint8Array, write: (revision: RevisionWriter) => void): Uint8Array => {
  const revision = startRevision(open(bytes))
  write(revision)
  return concatBytes([bytes, revision.build().tail])
}
const dictAt = (bytes: Uint8Array, num: number) => {
  const object = open(bytes).objects.resolve(pdfRef(num))
  if (!isDict(object)) throw new Error(`object ${num} is no dictionary`)
  return object
}

/** Page 1 has a link, a highlight and a dangling reference. */
const base = ((): Uint8Array => {
  const built = buildPdf({
    xref: 'table',
    pages: [{}, {}],
    extra: [link, marked, pdfDict({ Nums: pdfArray([0, pdfDict({ S: pdfName('D') })]) })],
    catalog: { PageLabels: pdfRef(LABELS) },
  })
  return update(built, (revision) =>
    revision.put(
      pdfRef(PAGE),
      withEntries(dictAt(built, PAGE), {
        Annots: pdfArray([pdfRef(LINK), pdfRef(HIGHLIGHT)]),
        PieceInfo: pdfRef(MISSING),
      }),
    ),
  )
})()

const compare = (next: Uint8Array) => compareAnnotated(open(base), open(next))
const put = (num: number, object: PdfObject) => update(base, (revision) => revision.put(pdfRef(num), object))
const putAnnotation = (annotation: PdfObject, on = PAGE) =>
  update(base, (revision) => {
    const page = dictAt(base, on)
    const { items } = on === PAGE ? pdfArray([pdfRef(LINK), pdfRef(HIGHLIGHT)]) : pdfArray([])
    revision.put(pdfRef(on), withEntries(page, { Annots: pdfArray([...items, revision.add(annotation)]) }))
  })
const form = pdfStream(pdfDict({ Subtype: pdfName('Form'), BBox: rectangle }), asciiBytes('0 0 1 1 re f'))

describe('annotations that pdf.js saves', () => {
  test.each([
    ['new ones of every kind', [freeText('Hola', comment('¿Sí?')), highlight(), signature('Ana')], [4, 0, 0]],
    ['on both pages', [freeText('Uno'), freeText('Dos', { pageIndex: 1 })], [2, 0, 0]],
    ['a deleted one', [{ id: `${HIGHLIGHT}R`, deleted: true, pageIndex: 0 }], [0, 0, 1]],
    ['a changed one', [highlight({ id: `${HIGHLIGHT}R` })], [0, 1, 0]],
  ])('the comparison finds only annotations: %s', (_, editors, [added, changed, removed]) => {
    expect(compare(annotate(base, editors))).toEqual({ kind: 'annotations', added, changed, removed })
  })
})

test('the comparison counts a new annotation with an appearance as one added annotation', () => {
  const next = update(base, (revision) => {
    const picture = revision.add(form)
    const annotation = revision.add(withEntries(marked, { AP: pdfDict({ N: picture }) }))
    revision.put(pdfRef(SECOND_PAGE), withEntries(dictAt(base, SECOND_PAGE), { Annots: pdfArray([annotation]) }))
  })
  expect(compare(next)).toEqual({ kind: 'annotations', added: 1, changed: 0, removed: 0 })
})

const content = (): PdfObject => {
  const old = open(base).objects.resolve(pdfRef(CONTENT))
  if (!isStream(old)) throw new Error('no content')
  return pdfStream(old.dict, asciiBytes('0 g 0 0 500 500 re f'))
}

test.each<[string, () => Uint8Array]>([
  ["a page's content", () => put(CONTENT, content())],
  ["a page's size", () => put(PAGE, withEntries(dictAt(base, PAGE), { MediaBox: pdfArray([0, 0, 300, 300]) }))],
  [
    "a page's resources",
    () => put(PAGE, withEntries(dictAt(base, PAGE), { Resources: pdfDict({ Font: pdfDict({}) }) })),
  ],
  [
    'the page tree',
    () => put(2, withEntries(dictAt(base, 2), { Kids: pdfArray([pdfRef(SECOND_PAGE), pdfRef(PAGE)]) })),
  ],
  ['a page less', () => put(2, withEntries(dictAt(base, 2), { Kids: pdfArray([pdfRef(PAGE)]), Count: 1 }))],
  [
    'what happens on opening',
    () => put(1, withEntries(dictAt(base, 1), { OpenAction: pdfArray([pdfRef(PAGE), pdfName('Fit')]) })),
  ],
  ['a form', () => put(1, withEntries(dictAt(base, 1), { AcroForm: pdfDict({ Fields: pdfArray([]) }) }))],
  ['the numbers of pages', () => put(LABELS, pdfDict({ Nums: pdfArray([0, pdfDict({ S: pdfName('r') })]) }))],
  ['where a link lies', () => put(LINK, withEntries(link, { Rect: pdfArray([0, 0, 500, 500]) }))],
  ['a link less', () => put(PAGE, withEntries(dictAt(base, PAGE), { Annots: pdfArray([pdfRef(HIGHLIGHT)]) }))],
  ['a new link', () => putAnnotation(link)],
  ['a new field', () => putAnnotation(pdfDict({ Subtype: pdfName('Widget'), FT: pdfName('Sig'), Rect: rectangle }))],
  ['an annotation with an action', () => putAnnotation(withEntries(marked, { A: pdfDict({ S: pdfName('URI') }) }))],
  ['an annotation that shows on demand', () => putAnnotation(withEntries(marked, { OC: pdfRef(LABELS) }))],
  ['an appearance that is no stream', () => putAnnotation(withEntries(marked, { AP: pdfDict({ N: pdfRef(LABELS) }) }))],
  [
    'an appearance for pressing',
    () => putAnnotation(withEntries(marked, { AP: pdfDict({ N: pdfRef(LABELS), D: pdfRef(LABELS) }) })),
  ],
  ['the kind of an annotation', () => put(HIGHLIGHT, withEntries(marked, { Subtype: pdfName('Stamp') }))],
  ['an annotation that becomes a link', () => put(HIGHLIGHT, link)],
  [
    'an annotation twice',
    () =>
      put(
        SECOND_PAGE,
        withEntries(dictAt(base, SECOND_PAGE), { Annots: pdfArray([pdfRef(HIGHLIGHT), pdfRef(HIGHLIGHT)]) }),
      ),
  ],
  ['an object that was missing', () => put(MISSING, pdfDict({}))],
  ['two revisions', () => update(put(HIGHLIGHT, marked), (revision) => revision.put(pdfRef(HIGHLIGHT), marked))],
  ['nothing at all', () => base],
])('the comparison reports the kind other for %s', (_, next) => {
  expect(compare(next())).toMatchObject({ kind: 'other' })
})

test.each(encryptionForms)('what pdf.js adds within an encryption is counted, and remains encrypted: %s', (form) => {
  const base = encryptedPdf(form, { xref: 'table' })
  const saved = annotate(base, [freeText('Hola'), highlight()])
  expect(Buffer.from(saved.subarray(base.length)).toString('latin1')).not.toContain('Hola')
  const [before, after] = [base, saved].map((bytes) => openPdf(bytes, { inflate: inflateWithNode }))
  expect(before && after && compareAnnotated(before, after)).toEqual({
    kind: 'annotations',
    added: 2,
    changed: 0,
    removed: 0,
  })
})
