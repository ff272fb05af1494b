import {
  array,
  ascii,
  isDict,
  latin1,
  name,
  type PdfDict,
  type PdfObject,
  type PdfStream,
  serialize,
  withEntries,
} from 'pdf'

/** Readers may interpret it differently. */
export interface Twist {
  readonly name: string
  readonly look?: (look: PdfStream) => PdfStream
  /** ISO 32000-1, 12.5.3. */
  readonly flags?: number
  readonly rect?: string
  readonly isFlat?: boolean
}

const entries =
  (changed: Readonly<Record<string, PdfObject | undefined>>) =>
  (look: PdfStream): PdfStream => ({ ...look, dict: withEntries(look.dict, changed) })

const looks: Readonly<Record<string, Readonly<Record<string, PdfObject | undefined>>>> = {
  'no-box': { BBox: undefined },
  'flat-box': { BBox: array([0, 0, 0, 0]) },
  'thin-box': { BBox: array([0, 0, 0, 10]) },
  'turned-box': { BBox: array([10, 10, 0, 0]) },
  'tiny-box': { BBox: array([0, 0, 0.000001, 0.000001]) },
  'huge-box': { BBox: array([-1e9, -1e9, 1e9, 1e9]) },
  'text-box': { BBox: array([0, 0, name('x'), 10]) },
  'short-box': { BBox: array([0, 0, 10]) },
  'singular-matrix': { Matrix: array([0, 0, 0, 0, 0, 0]) },
  'thin-matrix': { Matrix: array([1, 0, 0, 0, 0, 0]) },
  'huge-matrix': { Matrix: array([1e9, 0, 0, 1e9, 0, 0]) },
  'skewed-matrix': { Matrix: array([1, 5, -5, 1, 40, 70]) },
  'short-matrix': { Matrix: array([1, 0, 0, 1]) },
  'no-subtype': { Subtype: undefined },
  image: {
    Subtype: name('Image'),
    Width: 1,
    Height: 1,
    BitsPerComponent: 8,
    ColorSpace: name('DeviceGray'),
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

export const TWISTS: readonly Twist[] = [
  ...Object.entries(looks).map(([key, changed]) => ({ name: key, look: entries(changed) })),
  ...[2, 8, 16, 24, 32, 64].map((flags) => ({ name: `flags-${flags}`, flags: flags + 4 })),
  ...rects.map(([key, rect, isFlat]) => ({ name: `rect-${key}`, rect, isFlat })),
  { name: 'flat-rect-flat-box', look: entries({ BBox: array([0, 0, 0, 0]) }), rect: '[20 40 20 40]', isFlat: true },
  { name: 'flat-rect-no-box', look: entries({ BBox: undefined }), rect: '[20 40 20 40]', isFlat: true },
  { name: 'flat-rect-thin-box', look: entries({ BBox: array([0, 0, 0, 90]) }), rect: '[20 40 20 140]', isFlat: true },
]

export function writeOddly(widget: PdfDict, { rect }: Twist): PdfDict | Uint8Array {
  if (rect === undefined || !isDict(widget)) return widget
  const text = latin1(serialize(withEntries(widget, { Rect: undefined })))
  return ascii(`${text.slice(0, -2)} /Rect ${rect}>>`)
}
