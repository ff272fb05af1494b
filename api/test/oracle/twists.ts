import {
  asciiBytes,
  decodeLatin1,
  type PdfDict,
  type PdfObject,
  type PdfStream,
  pdfArray,
  pdfName,
  serializeObject,
  withEntries,
} from 'pdf'

/** Readers may interpret it differently. */
export interface Twist {
  readonly name: string
  readonly look?: (look: PdfStream) => PdfStream
  /** ISO 32000-1, 12.5.3. */
  readonly flags?: number
  /** Values of the widget as they are written, which the serializer would tidy. */
  readonly raw?: Readonly<Record<string, string>>
  readonly isFlat?: boolean
  /** Without an appearance, so that readers draw the border. */
  readonly isBare?: boolean
}

const entries =
  (changed: Readonly<Record<string, PdfObject | undefined>>) =>
  (look: PdfStream): PdfStream => ({ ...look, dict: withEntries(look.dict, changed) })

const looks: Readonly<Record<string, Readonly<Record<string, PdfObject | undefined>>>> = {
  'no-box': { BBox: undefined },
  'flat-box': { BBox: pdfArray([0, 0, 0, 0]) },
  'thin-box': { BBox: pdfArray([0, 0, 0, 10]) },
  'turned-box': { BBox: pdfArray([10, 10, 0, 0]) },
  'tiny-box': { BBox: pdfArray([0, 0, 0.000001, 0.000001]) },
  'huge-box': { BBox: pdfArray([-1e9, -1e9, 1e9, 1e9]) },
  'text-box': { BBox: pdfArray([0, 0, pdfName('x'), 10]) },
  'short-box': { BBox: pdfArray([0, 0, 10]) },
  'singular-matrix': { Matrix: pdfArray([0, 0, 0, 0, 0, 0]) },
  'thin-matrix': { Matrix: pdfArray([1, 0, 0, 0, 0, 0]) },
  'huge-matrix': { Matrix: pdfArray([1e9, 0, 0, 1e9, 0, 0]) },
  'skewed-matrix': { Matrix: pdfArray([1, 5, -5, 1, 40, 70]) },
  'short-matrix': { Matrix: pdfArray([1, 0, 0, 1]) },
  'far-box': { BBox: pdfArray([0, 0, 4294967396, 100]) },
  'no-subtype': { Subtype: undefined },
  image: {
    Subtype: pdfName('Image'),
    Width: 1,
    Height: 1,
    BitsPerComponent: 8,
    ColorSpace: pdfName('DeviceGray'),
  },
}

const rects: readonly (readonly [name: string, text: string, isFlat: boolean])[] = [
  ['six-numbers', '[165 95 195 125 0 0]', false],
  ['signs', '[+165 95. 195 125]', false],
  ['double-sign', '[165 95 195 --125]', false],
  ['exponent', '[165 95 195 1e3]', false],
  ['overflow', '[4294967461 95 195 125]', false],
  ['flat-x', '[20 40 20 230]', true],
  ['flat-y', '[20 40 180 40]', true],
  ['almost-flat', '[20 40 20.0000001 230]', true],
  ['flat-then-wide', '[0 0 0 0] /Rect [20 40 180 230]', true],
  ['wide-then-flat', '[20 40 180 230] /Rect [0 0 0 0]', true],
  ['escaped-wide', '[0 0 0 0] /#52ect [20 40 180 230]', true],
  ['escaped-first', '[0 0 0 0] /#52#65ct [20 40 180 230] /Rect [0 0 0 0]', true],
  ['comment', '[0 0 0 0 %] /Rect [20 40 180 230]\n]', true],
  ['null-then-wide', 'null /Rect [20 40 180 230]', true],
]

/** Readers agree on none of them (ISO 32000-2, 7.3.3: integers have 32 bits). */
const FLAGS = [
  '4294967298',
  '4294967300',
  '-4294967294',
  '2147483650',
  '-1',
  '-2',
  '2.0',
  '6.0',
  '130.0',
  '2.9',
  '+2',
  '+6',
  '2.',
  '--2',
  '00000000000000000002',
  '1e1',
  'null',
  'true',
  '/2',
  '[2]',
  '(2)',
  '2 /F 4',
  '4 /F 2',
  '2 /#46 4',
  '4 /#46 2',
] as const

const RAW: readonly (readonly [name: string, raw: Readonly<Record<string, string>>])[] = [
  ...FLAGS.map((text) => [`flags ${text}`, { F: text }] as const),
  ['no flags', { F: 'null' }],
  ['subtype escaped', { Subtype: '/Widge#74' }],
  ['subtype twice', { Subtype: '/Widget /Subtype /Square' }],
  ['type of another object', { Type: '/XObject' }],
  ['open layer', { OC: '<</Type /OCG /Name (x)>>' }],
  ['open layer, hidden flag', { OC: '<</Type /OCMD /OCGs []>>', F: '6' }],
  ['rotated', { MK: '<</R 90.0>>' }],
]

const BORDER = { BS: '<</W 240 /S /S>>', Border: '[0 0 240]', C: '[1 0 1]', MK: '<</BC [1 0 1] /BG [1 0 1]>>' }

export const TWISTS: readonly Twist[] = [
  { name: 'bare-border', raw: BORDER, isBare: true },
  { name: 'bare-flat-border', raw: { ...BORDER, Rect: '[0 120 200 120]' }, isFlat: true, isBare: true },
  ...RAW.map(([key, raw]) => ({ name: key, raw })),
  ...Object.entries(looks).map(([key, changed]) => ({ name: key, look: entries(changed) })),
  ...[2, 8, 16, 24, 32, 64].map((flags) => ({ name: `flags-${flags}`, flags: flags + 4 })),
  ...rects.map(([key, rect, isFlat]) => ({ name: `rect-${key}`, raw: { Rect: rect }, isFlat })),
  {
    name: 'flat-rect-flat-box',
    look: entries({ BBox: pdfArray([0, 0, 0, 0]) }),
    raw: { Rect: '[20 40 20 40]' },
    isFlat: true,
  },
  { name: 'flat-rect-no-box', look: entries({ BBox: undefined }), raw: { Rect: '[20 40 20 40]' }, isFlat: true },
  {
    name: 'flat-rect-thin-box',
    look: entries({ BBox: pdfArray([0, 0, 0, 90]) }),
    raw: { Rect: '[20 40 20 140]' },
    isFlat: true,
  },
]

export function writeOddly(widget: PdfDict, { raw = {} }: Twist): PdfDict | Uint8Array {
  if (Object.keys(raw).length === 0) return widget
  const kept = withEntries(widget, Object.fromEntries(Object.keys(raw).map((key) => [key, undefined])))
  const odd = Object.entries(raw).map(([key, text]) => `/${key} ${text}`)
  return asciiBytes(`${decodeLatin1(serializeObject(kept)).slice(0, -2)} ${odd.join(' ')}>>`)
}
