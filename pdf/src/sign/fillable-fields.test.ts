import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  concatBytes,
  isDict,
  openPdf,
  type PdfDict,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfString,
} from '../syntax/index.ts'
import { inflateWithNode } from '../syntax/inflate-node.ts'
import { buildPdf } from '../testing/node/index.ts'
import { startRevision } from '../write/revision.ts'
import { fillableFields } from './fillable-fields.ts'
import { formWith, pageRef, prepareFields } from './prepare-fields.ts'

const open = (bytes: Uint8Array) => openPdf(bytes, { inflate: inflateWithNode })
const found = (bytes: Uint8Array) => fillableFields(open(bytes))
const text = (value: string) => pdfString(new TextEncoder().encode(value))

const widget = (title: string, entries: Parameters<typeof pdfDict>[0]): PdfDict =>
  pdfDict({ Subtype: pdfName('Widget'), T: text(title), Rect: pdfArray([72, 700, 272, 720]), ...entries })

const withWidgets = (widgets: readonly PdfDict[], page: Parameters<typeof pdfDict>[0] = {}): Uint8Array => {
  const bytes = buildPdf({ xref: 'table', pages: [{}] })
  const document = open(bytes)
  const revision = startRevision(document)
  const refs = widgets.map((each) => revision.add(each))
  const first = document.page(1)
  const entries = Object.fromEntries(first.dict.entries)
  revision.put(pageRef(document, 1), pdfDict({ ...entries, ...page, Annots: pdfArray(refs) }))
  const form = formWith(document, revision, refs, { SigFlags: undefined })
  revision.put(document.catalogRef, pdfDict({ ...Object.fromEntries(document.catalog.entries), ...form }))
  return concatBytes([bytes, revision.build().tail])
}

const TEXT = { FT: pdfName('Tx') }

test.each([
  ['a text', TEXT, { kind: 'text', multiline: false }],
  ['a long text', { ...TEXT, Ff: 1 << 12, MaxLen: 80 }, { kind: 'text', multiline: true, maxLength: 80 }],
  ['a check box', { FT: pdfName('Btn'), AS: pdfName('Off') }, { kind: 'checkbox' }],
  [
    'a list of export and display values',
    { FT: pdfName('Ch'), Opt: pdfArray([pdfArray([text('CRC'), text('Colones')]), text('Dólares')]) },
    { kind: 'choice', options: ['Colones', expect.any(String)] },
  ],
] as const)('%s is fillable', (_, entries, type) => {
  expect(found(withWidgets([widget('Dato', { ...entries, TU: text('Monto'), V: text(' ') })]))).toMatchObject(
    entries.FT === TEXT.FT ? [{ name: 'Dato', tooltip: 'Monto', page: 1, type }] : [{ name: 'Dato', type }],
  )
})

test.each([
  ['filled', { ...TEXT, V: text('ya') }],
  ['read-only', { ...TEXT, Ff: 1 }],
  ['hidden', { ...TEXT, F: 2 }],
  ['a password', { ...TEXT, Ff: 1 << 13 }],
  ['a button', { FT: pdfName('Btn'), Ff: 1 << 16 }],
  ['checked', { FT: pdfName('Btn'), V: pdfName('On'), AS: pdfName('On') }],
  ['a signature', { FT: pdfName('Sig') }],
] as const)('a field that is %s is not fillable', (_, entries) => {
  expect(found(withWidgets([widget('Dato', entries)]))).toEqual([])
})

test('the rectangle of a field is relative to the displayed page, rotated and cropped', () => {
  const bytes = withWidgets([widget('Dato', TEXT)], { Rotate: 90, CropBox: pdfArray([0, 400, 500, 792]) })
  const [field] = found(bytes)
  expect(field?.rect.x).toBeCloseTo(300 / 392, 3)
  expect(field?.rect.y).toBeCloseTo(72 / 500, 3)
  expect(field?.rect.height).toBeCloseTo(200 / 500, 3)
})

const hiddenIn = (bytes: Uint8Array): readonly string[] => {
  const document = open(bytes)
  const annotations = document.objects.get(document.page(1).dict, 'Annots')
  if (annotations === null || typeof annotations !== 'object' || !('items' in annotations)) return []
  return annotations.items.flatMap((item) => {
    const each = document.objects.resolve(item)
    const flags = isDict(each) ? document.objects.get(each, 'F') : null
    return typeof flags === 'number' && (flags & 2) !== 0 && typeof item === 'object' && item && 'num' in item
      ? [`${item.num} ${item.gen}`]
      : []
  })
}

const replacing = (bytes: Uint8Array, replaces: readonly string[]): Uint8Array => {
  const rect = { x: 0.2, y: 0.2, width: 0.3, height: 0.05 }
  const field = { name: 'trazo-form-1', page: 1, rect, tooltip: 'Dato', required: false, replaces }
  return concatBytes([bytes, prepareFields(bytes, [], [{ ...field, type: { kind: 'text', multiline: false } }])])
}

test('only a field that is fillable and replaced is hidden', () => {
  const bytes = withWidgets([widget('Uno', TEXT), widget('Dos', TEXT), widget('Lleno', { ...TEXT, V: text('ya') })])
  const [one] = found(bytes)
  const all = open(bytes).objects.get(open(bytes).page(1).dict, 'Annots')
  expect(hiddenIn(replacing(bytes, []))).toEqual([])
  expect(hiddenIn(replacing(bytes, one?.widgets ?? []))).toEqual(one?.widgets)
  expect(all).not.toBeNull()
  const filled = 'items' in Object(all) ? Object(all).items[2] : pdfRef(1, 0)
  expect(hiddenIn(replacing(bytes, [`${filled.num} ${filled.gen}`, '1 0', '999 0']))).toEqual([])
})

const FOLDER = resolve(__dirname, '../../../../shared/pdfs')
const listed = (...names: readonly string[]) => names

const real: readonly (readonly [file: string, fields: readonly string[]])[] = [
  ['forms__libpdf__annotation-choice-widget.pdf', []],
  [
    'forms__libpdf__sample_form.pdf',
    listed('checkbox TRADE CERTIFICATE', 'checkbox PHD', 'checkbox ASSOCIATES DEGREE', 'checkbox MASTERS DEGREE'),
  ],
  [
    'forms__qpdf__button-set.pdf',
    listed(
      'text text',
      'checkbox checkbox1',
      'checkbox checkbox3',
      'choice list1',
      'choice drop1',
      'choice combolist1',
      'choice combodrop1',
    ),
  ],
  ['forms__qpdf__fields-two-pages.pdf', listed('checkbox checkbox1', 'checkbox checkbox3')],
  ['forms__qpdf__form-filled-by-acrobat.pdf', listed('checkbox Check Box 1', 'checkbox Check Box 3')],
  [
    'normal__samples__libreoffice-form.pdf',
    listed('text Last Name', 'choice female', 'text Birthday', 'checkbox gdpr', 'checkbox other', 'choice Nationality'),
  ],
  ['signed__pyhanko__minimal-two-fields-signed-twice.pdf', []],
]

if (!existsSync(FOLDER)) test.skip('real forms (skipped: ../shared/pdfs is missing)', () => {})
else
  test.each(real)('the fillable fields of %s are found and can be hidden', (file, fields) => {
    const bytes = new Uint8Array(readFileSync(resolve(FOLDER, file)))
    const fillable = found(bytes)
    expect(fillable.map(({ name: title, type }) => `${type.kind} ${title}`)).toEqual(fields)
    for (const { rect, widgets, page } of fillable) {
      expect(rect.x + rect.width).toBeLessThanOrEqual(1 + 1e-9)
      expect(rect.y + rect.height).toBeLessThanOrEqual(1 + 1e-9)
      if (page === 1) expect(hiddenIn(replacing(bytes, widgets))).toEqual(widgets)
    }
  })
