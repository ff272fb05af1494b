import { openPdf, pdfArray, pdfDict, pdfName } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { buildPdf, type PageOptions, signWithPdfsig, testWith } from 'pdf/testing/node'
import { ana } from '../../../test/support/stand-in-firmador/card.ts'
import { createHierarchy } from '../../../test/support/stand-in-firmador/hierarchy.ts'
import { type AskedOfCopy, judgeCopy } from './judge-copy.ts'
import {
  type Identity,
  issueIdentity,
  type ProgramOptions,
  prepareWith,
  signCopy,
  WHITE_BOX,
} from './test-support/sign-copy.ts'

const NOW = new Date('2026-11-20T00:00:00Z')
const RECT = { x: 0.1, y: 0.1, width: 0.3, height: 0.1 }
const OTHER = { ...RECT, y: 0.5 }

let anas: Identity
beforeAll(async () => {
  anas = await issueIdentity(await createHierarchy(new Date('2026-01-01T00:00:00Z')), ana)
})

const prepared = (uploaded: Uint8Array): Uint8Array =>
  prepareWith(uploaded, [
    { name: 'trazo-1', page: 1, rect: RECT, tooltip: '' },
    { name: 'trazo-2', page: 1, rect: OTHER, tooltip: '' },
  ])

const contract = (page: PageOptions = {}) => prepared(buildPdf({ xref: 'table', pages: [page] }))

const judge = async (base: Uint8Array, bytes: Uint8Array, more: Partial<AskedOfCopy> = {}) => {
  const judged = await judgeCopy(bytes, {
    base,
    earlier: [base.length],
    fieldName: 'trazo-1',
    place: { page: 1, rect: RECT },
    requiresTrust: false,
    roots: [],
    intermediates: [],
    now: NOW,
    ...more,
  })
  return judged.kind === 'accepted' ? 'accepted' : judged
}

const own = (options: ProgramOptions, base = contract()) =>
  judge(base, signCopy(base, '', anas, { look: WHITE_BOX, ...options }))

/** In points, from the lower left; the prepared rectangle is 59.5 673.6 238 757.8. */
type Box = NonNullable<ProgramOptions['box']>

test('the prepared field with a drawing of the program is accepted', async () => {
  const base = contract()
  expect(await judge(base, signCopy(base, 'trazo-1', anas, { look: WHITE_BOX }))).toBe('accepted')
})

test.each<[string, Box]>([
  ['that is invisible', [0, 0, 0, 0]],
  ['in the middle of the rectangle', [100, 690, 200, 740]],
  ['that fills the rectangle', [59.5, 673.6, 238, 757.8]],
  ['that is a point larger', [58.6, 672.7, 238.9, 758.7]],
])('a field of its own %s is accepted', async (_, box) => {
  expect(await own({ box })).toBe('accepted')
})

const covers = (page = 1) => ({ kind: 'refused', reason: 'COPY_COVERS', place: { page, rect: expect.any(Object) } })

test.each<[string, Box]>([
  ['a white box with another price', [50, 300, 300, 340]],
  ['a box over the whole page', [0, 0, 595, 842]],
  ['a box that lies outside by three points', [56.5, 673.6, 238, 757.8]],
  ['a box that lies outside by a third', [120, 673.6, 300, 757.8]],
  ["a box over another person's field", [70, 350, 120, 400]],
  ['a small box in a corner', [560, 5, 590, 20]],
])('a field of its own is refused, with page and rectangle: %s', async (_, box) => {
  const found = await own({ box })
  expect(found).toMatchObject(covers())
  if (found === 'accepted' || found.place?.rect === undefined) throw new Error('no rectangle')
  const { x, y, width, height } = found.place.rect
  expect(x).toBeLessThanOrEqual(box[2] / 595)
  expect(x + width).toBeGreaterThanOrEqual(box[0] / 595)
  expect(1 - y).toBeGreaterThanOrEqual(box[1] / 842)
  expect(1 - y - height).toBeLessThanOrEqual(box[3] / 842)
})

test.each([4294967298, -2147483646, 2 ** 40 + 2, 34])(
  'attack: a box over the page with flags that readers understand differently is refused (/F %s)',
  async (flags) => {
    const found = await own({ box: [0, 0, 595, 842], flags })
    expect(found).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^COPY_(COVERS|CHANGED)$/) })
  },
)

test('on a page that is rotated and cut, the rectangle of the prepared field holds, too', async () => {
  const base = contract({ rotate: 90, cropBox: [50, 50, 500, 700] })
  expect(await judge(base, signCopy(base, 'trazo-1', anas, { look: WHITE_BOX }))).toBe('accepted')
  expect(await own({ box: [200, 200, 300, 300] }, base)).toMatchObject(covers())
})

test('notes that the page held directly are no new ones', async () => {
  const note = pdfDict({ Type: pdfName('Annot'), Subtype: pdfName('Text'), Rect: pdfArray([9, 9, 30, 30]) })
  const base = contract({ entries: { Annots: pdfArray([note]) } })
  expect(await judge(base, signCopy(base, 'trazo-1', anas))).toBe('accepted')
  expect(await own({ box: [9, 9, 30, 30] }, base)).toMatchObject(covers())
})

test('a page that cannot be compared is not accepted, and the answer names it', async () => {
  const base = contract({ mediaBox: [0, 0, 14400, 14400] })
  expect(await judge(base, signCopy(base, 'trazo-1', anas))).toMatchObject({
    kind: 'refused',
    reason: 'COPY_NOT_COMPARED',
    place: { page: 1 },
  })
})

testWith(['pdfsig'], 'a new field of poppler is invisible, and accepted', async () => {
  const base = contract()
  const copy = signWithPdfsig(base)
  expect(openPdf(copy, { inflate: inflateWithNode }).signatureFields()).toHaveLength(3)
  expect(await judge(base, copy)).toBe('accepted')
})
