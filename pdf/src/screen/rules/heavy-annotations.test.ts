import { asciiBytes, concatBytes } from '../../syntax/index.ts'
import { inflateWithNode } from '../../syntax/inflate-node.ts'
import { cleanPdf, deflated, type Payload } from '../../testing/node/hide.ts'
import { screenDocument } from '../screen-document.ts'
import { ANNOTATION_BYTES_MAX, ANNOTATIONS_MAX } from './heavy-annotations.ts'

const isHeavy = (payload: Payload): boolean =>
  screenDocument(cleanPdf(payload), { inflate: inflateWithNode }).findings.some(
    ({ code }) => code === 'PDF_HEAVY_ANNOTATIONS',
  )

const repeated = (count: number) => `/Annots [${'10 0 R '.repeat(count)}]`
const one = '/Annots [10 0 R]'
const spaces = (count: number) => deflated('/Subtype /Form', ' '.repeat(count))

test.each<[string, boolean, Payload]>([
  ['as many as fit', false, { objects: ['<</Subtype /Text>>'], page: repeated(ANNOTATIONS_MAX) }],
  ['one more', true, { objects: ['<</Subtype /Text>>'], page: repeated(ANNOTATIONS_MAX + 1) }],
  [
    'the list in another object',
    true,
    { objects: [`[${'11 0 R '.repeat(ANNOTATIONS_MAX + 1)}]`, '<</Subtype /Text>>'], page: '/Annots 10 0 R' },
  ],
  ['the largest appearance', false, { objects: ['<</AP <</N 11 0 R>>>>', spaces(ANNOTATION_BYTES_MAX)], page: one }],
  ['a larger one', true, { objects: ['<</AP <</N 11 0 R>>>>', spaces(ANNOTATION_BYTES_MAX + 1)], page: one }],
  [
    'an appearance that many share',
    true,
    { objects: ['<</AP <</N 11 0 R>>>>', spaces(ANNOTATION_BYTES_MAX / 100)], page: repeated(101) },
  ],
  [
    'appearances for states',
    true,
    { objects: ['<</AP <</N <</On 11 0 R /Off 11 0 R>>>>>>', spaces(ANNOTATION_BYTES_MAX / 2 + 1)], page: one },
  ],
  ['a long text', true, { objects: [`<</Contents (${'a'.repeat(ANNOTATION_BYTES_MAX + 1)})>>`], page: one }],
  [
    'a text in another object',
    true,
    { objects: ['<</RC 11 0 R>>', `(${'a'.repeat(ANNOTATION_BYTES_MAX + 1)})`], page: one },
  ],
  ['points', true, { objects: [`<</InkList [[${'1 '.repeat(ANNOTATION_BYTES_MAX / 4 + 1)}]]>>`], page: one }],
  ['a page that names itself', false, { objects: [], page: '/Annots [3 0 R [3 0 R]]' }],
])('heavy annotations of a page: %s', (_, heavy, payload) => {
  expect(isHeavy(payload)).toBe(heavy)
})

describe('a document that was annotated many times', () => {
  const screen = (later: string, payload: Payload): boolean =>
    screenDocument(concatBytes([cleanPdf(payload), asciiBytes(later)]), { inflate: inflateWithNode }).findings.some(
      ({ code }) => code === 'PDF_HEAVY_ANNOTATIONS',
    )
  const object = (num: number, text: string): string => `${num} 0 obj\n${text}\nendobj\n`
  const list = (count: number): string => `[${'11 0 R '.repeat(count)}]`

  test.each([
    ['lists add up to no page', false, ANNOTATIONS_MAX],
    ['a single list is too long', true, ANNOTATIONS_MAX + 1],
  ])('annotation lists of several revisions: %s', (_, heavy, longest) => {
    const later = object(10, list(longest)) + object(10, list(ANNOTATIONS_MAX))
    expect(screen(later, { objects: [list(ANNOTATIONS_MAX), '<</Subtype /Text>>'], page: '/Annots 10 0 R' })).toBe(
      heavy,
    )
  })

  test.each([
    ['versions of an annotation add up to no annotation', false, 0],
    ['a single version is too large', true, 1],
  ])('versions of an annotation in several revisions: %s', (_, heavy, more) => {
    const ink = (appearance: number): string => `<</Subtype /Ink /AP <</N ${appearance} 0 R>>>>`
    const later = object(10, ink(20)) + object(20, spaces(ANNOTATION_BYTES_MAX + more))
    expect(screen(later, { objects: [ink(11), spaces(ANNOTATION_BYTES_MAX)], page: one })).toBe(heavy)
  })
})

test('an appearance that annotations share is decoded once', () => {
  const payload = { objects: ['<</AP <</N 11 0 R>>>>', spaces(1000)], page: repeated(50) }
  const limits = { inflatedTotal: 5000 }
  expect(screenDocument(cleanPdf(payload), { inflate: inflateWithNode, limits }).findings).toEqual([])
})
