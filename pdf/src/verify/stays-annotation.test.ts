import { type PdfObject, pdfArray, pdfDict, pdfName, withEntries } from '../syntax/index.ts'
import { staysAnnotation } from './stays-annotation.ts'

const note = pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Text'), Rect: pdfArray([0, 0, 9, 9]) })
const changed = (entries: Record<string, PdfObject>) => staysAnnotation(note, withEntries(note, entries))

/** ISO 32000-2, tables 166 to 192. */
const keys =
  'Contents P NM M F AP AS Border C CA ca BM Lang T Popup RC CreationDate IRT Subj RT IT State StateModel Open Name A AA ' +
  'Dest H PA QuadPoints BS BE IC L LE LL LLE Cap LLO CP CO Measure DA Q DS CL RD Vertices InkList Sy Parent ' +
  'OverlayText Repeat RO Rotate Rect'

test.each(keys.split(' '))('an annotation may change its /%s', (key) => {
  expect(changed({ [key]: pdfArray([1]) })).toBe(true)
})

test.each(['Resources', 'FontFile', 'OC', 'Length', 'Kids'])(
  'an object that has /%s is more than an annotation',
  (key) => {
    expect(changed({ [key]: 1 })).toBe(false)
  },
)

test('an annotation stays one: of a known kind, with a rectangle, and with no other type', () => {
  expect(changed({})).toBe(true)
  expect(changed({ Subtype: pdfName('Stamp') })).toBe(true)
  expect(changed({ Subtype: pdfName('Widget') })).toBe(false)
  expect(changed({ Type: pdfName('Font') })).toBe(false)
  expect(staysAnnotation(pdfDict({ Subtype: pdfName('Text') }), note)).toBe(false)
  expect(staysAnnotation(note, pdfDict({ Subtype: pdfName('Text') }))).toBe(false)
  expect(staysAnnotation(pdfDict({ Subtype: pdfName('Text'), Rect: pdfArray([]) }), note)).toBe(true)
})
