import { findPlaces } from './find-places.ts'
import type { PageMarks, SeenBox } from './page-marks.ts'
import { readPageMarks } from './pdfjs/read-page.ts'

const page = { width: 600, height: 800, strokes: [] }
const lineAt = (y: number, text = `Firma del arrendatario: ${'_'.repeat(24)}`) => ({
  text,
  box: { x: 72, y: y - 11, width: text.length * 5.5, height: 11 },
})
const fieldAt = (box: SeenBox, asksToSign = true, label = '') => ({ box, asksToSign, label })
const overLine = { x: 200, y: 265, width: 150, height: 34 }

const told = (marks: Partial<PageMarks>): readonly string[] =>
  findPlaces({ ...page, runs: [], ...marks }).map(({ kind, source, role, label }) =>
    [kind, source, role, label].join(' '),
  )

test.each<[string, Partial<PageMarks>, readonly string[]]>([
  ['an empty signature field is a place', { fields: [fieldAt(overLine, true, 'Firma')] }, ['signature field  Firma']],
  [
    'it comes before lines, and takes the role of the line that it covers',
    { runs: [lineAt(100, `Fecha: ${'_'.repeat(20)}`), lineAt(300)], fields: [fieldAt(overLine)] },
    ['signature field arrendatario Firma del arrendatario', 'date line  Fecha'],
  ],
  [
    'a line that a field to fill covers is not proposed',
    { runs: [lineAt(300)], fields: [fieldAt(overLine, false)] },
    [],
  ],
  [
    'a field elsewhere leaves the line',
    { runs: [lineAt(300)], fields: [fieldAt({ ...overLine, y: 500 }, false)] },
    ['signature line arrendatario Firma del arrendatario'],
  ],
  ['a field without room is no place', { fields: [fieldAt({ ...overLine, height: 5 })] }, []],
  ['a field outside of the page is no place', { fields: [fieldAt({ ...overLine, x: 700 })] }, []],
  ['a broken field is no place', { fields: [fieldAt({ ...overLine, x: Number.NaN })] }, []],
])('findPlaces: %s', (_, marks, expected) => {
  expect(told(marks)).toEqual(expected)
})

/** As pdf.js 6 answers. */
const widget = {
  subtype: 'Widget',
  fieldType: 'Sig',
  rect: [100, 700, 250, 740],
  annotationFlags: 4,
  hasAppearance: false,
}
const upright = [1, 0, 0, -1, 0, 842]
const turned = [0, 1, 1, 0, 0, 0]

const read = async (annotation: unknown, transform = upright) => {
  const marks = await readPageMarks({
    getViewport: () => ({ width: 595, height: 842, transform }),
    getTextContent: async () => ({ items: [] }),
    getOperatorList: async () => ({ fnArray: [], argsArray: [] }),
    getAnnotations: async () => [annotation],
  })
  return marks.fields ?? []
}

test.each<[string, unknown, readonly (readonly [boolean, string])[]]>([
  ['an empty signature field', { ...widget, alternativeText: 'Firma del cliente' }, [[true, 'Firma del cliente']]],
  ['a signature field with an appearance', { ...widget, hasAppearance: true }, [[false, '']]],
  ['a text field', { ...widget, fieldType: 'Tx' }, [[false, '']]],
  ['a hidden signature field', { ...widget, annotationFlags: 2 }, []],
  ['a link', { ...widget, subtype: 'Link' }, []],
  ['a field without a rectangle', { ...widget, rect: null }, []],
  ['nothing', null, []],
])('readPageMarks reads %s of a file', async (_, annotation, expected) => {
  expect((await read(annotation)).map(({ asksToSign, label }) => [asksToSign, label])).toEqual(expected)
})

test.each([
  ['an upright', upright, { x: 100, y: 102, width: 150, height: 40 }],
  ['a turned', turned, { x: 700, y: 100, width: 40, height: 150 }],
])('a field lies where it is seen on %s page', async (_, transform, box) => {
  expect(await read(widget, transform)).toMatchObject([{ box }])
})
