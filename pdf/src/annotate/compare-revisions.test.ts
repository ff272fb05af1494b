import {
  array,
  ascii,
  concat,
  dict,
  isDict,
  isStream,
  name,
  openPdf,
  type PdfObject,
  ref,
  stream,
  string,
  withEntries,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { annotate, comment, freeText, highlight, signature } from '../testing/node/annotating.ts'
import { buildPdf } from '../testing/node/index.ts'
import { type Revision, startRevision } from '../write/index.ts'
import { compareRevisions } from './compare-revisions.ts'

const [PAGE, CONTENT, SECOND_PAGE] = [10, 11, 12]
const [LINK, HIGHLIGHT, LABELS, MISSING] = [100, 101, 102, 90]

const rectangle = array([10, 10, 60, 40])
const link = dict({ Type: name('Annot'), Subtype: name('Link'), Rect: rectangle })
const marked = dict({
  Type: name('Annot'),
  Subtype: name('Highlight'),
  Rect: rectangle,
  Contents: string(ascii('Hola')),
})

const open = (bytes: Uint8Array) => openPdf(bytes, { inflate: inflateWithNode })
const update = (bytes: Uint8Array, write: (revision: Revision) => void): Uint8Array => {
  const revision = startRevision(open(bytes))
  write(revision)
  return concat([bytes, revision.build().tail])
}
const dictAt = (bytes: Uint8Array, num: number) => {
  const object = open(bytes).objects.resolve(ref(num))
  if (!isDict(object)) throw new Error(`object ${num} is no dictionary`)
  return object
}

/** Page 1 has a link, a highlight and a dangling reference. */
const base = ((): Uint8Array => {
  const built = buildPdf({
    xref: 'table',
    pages: [{}, {}],
    extra: [link, marked, dict({ Nums: array([0, dict({ S: name('D') })]) })],
    catalog: { PageLabels: ref(LABELS) },
  })
  return update(built, (revision) =>
    revision.put(
      ref(PAGE),
      withEntries(dictAt(built, PAGE), { Annots: array([ref(LINK), ref(HIGHLIGHT)]), PieceInfo: ref(MISSING) }),
    ),
  )
})()

const compare = (next: Uint8Array) => compareRevisions(open(base), open(next))
const put = (num: number, object: PdfObject) => update(base, (revision) => revision.put(ref(num), object))
const putAnnotation = (annotation: PdfObject, on = PAGE) =>
  update(base, (revision) => {
    const page = dictAt(base, on)
    const { items } = on === PAGE ? array([ref(LINK), ref(HIGHLIGHT)]) : array([])
    revision.put(ref(on), withEntries(page, { Annots: array([...items, revision.add(annotation)]) }))
  })
const form = stream(dict({ Subtype: name('Form'), BBox: rectangle }), ascii('0 0 1 1 re f'))

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
    const annotation = revision.add(withEntries(marked, { AP: dict({ N: picture }) }))
    revision.put(ref(SECOND_PAGE), withEntries(dictAt(base, SECOND_PAGE), { Annots: array([annotation]) }))
  })
  expect(compare(next)).toEqual({ kind: 'annotations', added: 1, changed: 0, removed: 0 })
})

const content = (): PdfObject => {
  const old = open(base).objects.resolve(ref(CONTENT))
  if (!isStream(old)) throw new Error('no content')
  return stream(old.dict, ascii('0 g 0 0 500 500 re f'))
}

test.each<[string, () => Uint8Array]>([
  ["a page's content", () => put(CONTENT, content())],
  ["a page's size", () => put(PAGE, withEntries(dictAt(base, PAGE), { MediaBox: array([0, 0, 300, 300]) }))],
  ["a page's resources", () => put(PAGE, withEntries(dictAt(base, PAGE), { Resources: dict({ Font: dict({}) }) }))],
  ['the page tree', () => put(2, withEntries(dictAt(base, 2), { Kids: array([ref(SECOND_PAGE), ref(PAGE)]) }))],
  ['a page less', () => put(2, withEntries(dictAt(base, 2), { Kids: array([ref(PAGE)]), Count: 1 }))],
  [
    'what happens on opening',
    () => put(1, withEntries(dictAt(base, 1), { OpenAction: array([ref(PAGE), name('Fit')]) })),
  ],
  ['a form', () => put(1, withEntries(dictAt(base, 1), { AcroForm: dict({ Fields: array([]) }) }))],
  ['the numbers of pages', () => put(LABELS, dict({ Nums: array([0, dict({ S: name('r') })]) }))],
  ['where a link lies', () => put(LINK, withEntries(link, { Rect: array([0, 0, 500, 500]) }))],
  ['a link less', () => put(PAGE, withEntries(dictAt(base, PAGE), { Annots: array([ref(HIGHLIGHT)]) }))],
  ['a new link', () => putAnnotation(link)],
  ['a new field', () => putAnnotation(dict({ Subtype: name('Widget'), FT: name('Sig'), Rect: rectangle }))],
  ['an annotation with an action', () => putAnnotation(withEntries(marked, { A: dict({ S: name('URI') }) }))],
  ['an annotation that shows on demand', () => putAnnotation(withEntries(marked, { OC: ref(LABELS) }))],
  ['an appearance that is no stream', () => putAnnotation(withEntries(marked, { AP: dict({ N: ref(LABELS) }) }))],
  [
    'an appearance for pressing',
    () => putAnnotation(withEntries(marked, { AP: dict({ N: ref(LABELS), D: ref(LABELS) }) })),
  ],
  ['the kind of an annotation', () => put(HIGHLIGHT, withEntries(marked, { Subtype: name('Stamp') }))],
  ['an annotation that becomes a link', () => put(HIGHLIGHT, link)],
  [
    'an annotation twice',
    () => put(SECOND_PAGE, withEntries(dictAt(base, SECOND_PAGE), { Annots: array([ref(HIGHLIGHT), ref(HIGHLIGHT)]) })),
  ],
  ['an object that was missing', () => put(MISSING, dict({}))],
  ['two revisions', () => update(put(HIGHLIGHT, marked), (revision) => revision.put(ref(HIGHLIGHT), marked))],
  ['nothing at all', () => base],
])('the comparison reports the kind other for %s', (_, next) => {
  expect(compare(next())).toMatchObject({ kind: 'other' })
})
