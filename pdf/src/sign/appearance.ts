import { deflateSync } from 'node:zlib'
import {
  asciiBytes,
  formatNumber,
  formatString,
  type PageRotation,
  type PdfBox,
  type PdfDict,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
  roundPoints,
} from '../syntax/index.ts'
import { createTextSetter, type LinePlace, type TextSetter } from '../text/set-text.ts'
import { type ShapedLine, shapeLine } from '../text/shape-text.ts'
import { type DecodedPng, decodePng } from '../write/png.ts'
import type { RevisionWriter } from '../write/revision.ts'
import { uprightAppearance } from '../write/upright-appearance.ts'
import { encodeWinAnsi, helveticaWidth } from '../write/win-ansi.ts'

/** Drawing, name and caption in a rectangle of the page, in points. */
export interface AppearanceInput {
  /** Uses no font that is not embedded (ISO 14289-1, 7.21.4.1). */
  readonly embedsFonts?: boolean
  readonly png: Uint8Array
  readonly signerName: string
  readonly caption: string
  readonly rect: PdfBox
  readonly rotate: PageRotation
}

/** Of the height; the drawing gets the rest. */
const TEXT_SHARE = 0.4
/** Points; smaller fields scale it down. */
const LARGEST_FONT = 9
/** Of the font size. */
const LINE_HEIGHT = 1.2
/** Of the font size: below the last baseline, and above the text. */
const DESCENT = 0.3
const RULE_GAP = 0.25
/** Of the rectangle. */
const PADDING_SHARE = 0.03

/** Helvetica, or embedded fonts for other characters. */
export type AppearanceLine =
  | { readonly kind: 'plain'; readonly bytes: Uint8Array }
  | { readonly kind: 'shaped'; readonly line: ShapedLine }

/**
 * Helvetica costs no bytes, so text in WinAnsi uses it.
 *
 * @param embedsFonts for tagged documents: no font but embedded ones
 */
export const toLine = (text: string, embedsFonts = false): AppearanceLine => {
  const bytes = embedsFonts ? undefined : encodeWinAnsi(text)
  return bytes === undefined ? { kind: 'shaped', line: shapeLine(text) } : { kind: 'plain', bytes }
}

/** Caption last; a signer without a name (the platform) has the caption alone. */
export function appearanceLines(signerName: string, caption: string, embedsFonts = false): AppearanceLine[] {
  const name = signerName.trim()
  const lines = [...(name === '' ? [] : [name]), caption]
  return lines.map((line) => toLine(line, embedsFonts))
}

/** At font size 1. */
export const widthOf = (line: AppearanceLine): number =>
  line.kind === 'plain' ? helveticaWidth(line.bytes) : line.line.width / 1000

/**
 * Draws picture, name and caption of a signature (ISO 32000-1, 12.5.5), upright on rotated pages.
 *
 * @throws SignatureError APPEARANCE_INVALID
 */
export function addAppearance(revision: RevisionWriter, input: AppearanceInput): PdfRef {
  const picture = decodePng(input.png)
  const { width, height, matrix } = uprightAppearance(input.rect, input.rotate)
  const lines = appearanceLines(input.signerName, input.caption, input.embedsFonts)
  const block = layOutText(lines, width, height)
  const setter = createTextSetter()
  const content = `${drawPicture(picture, width, height, block)}${drawText(lines, block, width, setter)}`
  return revision.add(
    pdfStream(
      pdfDict({
        Type: pdfName('XObject'),
        Subtype: pdfName('Form'),
        BBox: pdfArray([0, 0, roundPoints(width), roundPoints(height)]),
        Matrix: pdfArray(matrix.map(roundPoints)),
        Resources: pdfDict({
          XObject: pdfDict({ Drawing: addPicture(revision, picture) }),
          Font: appearanceFonts(revision, setter, input.embedsFonts),
        }),
      }),
      asciiBytes(content),
    ),
  )
}

const number = (value: number): string => formatNumber(roundPoints(value))

/** A standard font (9.6.2.2). */
export const helveticaFont = (): PdfObject =>
  pdfDict({
    Type: pdfName('Font'),
    Subtype: pdfName('Type1'),
    BaseFont: pdfName('Helvetica'),
    Encoding: pdfName('WinAnsiEncoding'),
  })

/** Of lines from `toLine`. */
export const appearanceFonts = (revision: RevisionWriter, setter: TextSetter, embedsFonts = false): PdfDict =>
  pdfDict({ ...(embedsFonts ? {} : { Helv: helveticaFont() }), ...setter.fonts(revision) })

/** A standard font (9.6.2.2). */
export const zapfDingbats = (): PdfObject =>
  pdfDict({ Type: pdfName('Font'), Subtype: pdfName('Type1'), BaseFont: pdfName('ZapfDingbats') })

interface TextBlock {
  readonly size: number
  readonly leading: number
  readonly padding: number
  /** Height of text and padding; position of the rule. */
  readonly top: number
}

/** At most 9 points. */
function layOutText(lines: readonly AppearanceLine[], width: number, height: number): TextBlock {
  const padding = Math.min(width, height) * PADDING_SHARE
  const longest = Math.max(...lines.map(widthOf))
  const linesHigh = lines.length * LINE_HEIGHT + DESCENT + RULE_GAP
  const byHeight = (height * TEXT_SHARE - padding) / linesHigh
  const size = Math.min(LARGEST_FONT, byHeight, (width - 2 * padding) / longest)
  return { size, leading: size * LINE_HEIGHT, padding, top: padding + size * linesHigh }
}

function drawPicture(picture: DecodedPng, width: number, height: number, { top, padding }: TextBlock): string {
  const bottom = top + padding
  const scale = Math.min(width / picture.width, (height - bottom) / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  return `q ${number(w)} 0 0 ${number(h)} 0 ${number(bottom)} cm /Drawing Do Q\n`
}

function drawText(
  lines: readonly AppearanceLine[],
  { size, leading, padding, top }: TextBlock,
  width: number,
  setter: TextSetter,
): string {
  const lowest = padding + size * DESCENT
  const shown = lines.map((line, index) => {
    const place = { x: padding, y: lowest + (lines.length - 1 - index) * leading, size }
    return drawLine(line, place, setter)
  })
  const rule = `q 0.6 G ${number(size / 18)} w 0 ${number(top)} m ${number(width)} ${number(top)} l S Q`
  return [rule, '0.2 g', ...shown, ''].join('\n')
}

export const drawLine = (line: AppearanceLine, place: LinePlace, setter: TextSetter): string =>
  line.kind === 'plain' ? drawPlain(line.bytes, place) : setter.set(line.line, place)

const drawPlain = (bytes: Uint8Array, { x, y, size }: LinePlace): string =>
  `BT /Helv ${number(size)} Tf ${number(x)} ${number(y)} Td ${formatString(pdfString(bytes))} Tj ET`

/** Image XObject with a soft mask (8.9.5). */
export function addPicture(revision: RevisionWriter, picture: DecodedPng): PdfRef {
  const mask =
    picture.alpha === undefined ? undefined : addImage(revision, picture, 'DeviceGray', picture.alpha, undefined)
  return addImage(revision, picture, picture.channels === 1 ? 'DeviceGray' : 'DeviceRGB', picture.samples, mask)
}

function addImage(
  revision: RevisionWriter,
  { width, height }: DecodedPng,
  colourSpace: string,
  samples: Uint8Array,
  mask: PdfRef | undefined,
): PdfRef {
  return revision.add(
    pdfStream(
      pdfDict({
        Type: pdfName('XObject'),
        Subtype: pdfName('Image'),
        Width: width,
        Height: height,
        ColorSpace: pdfName(colourSpace),
        BitsPerComponent: 8,
        Filter: pdfName('FlateDecode'),
        SMask: mask === undefined ? undefined : pdfRef(mask.num, mask.gen),
      }),
      new Uint8Array(deflateSync(samples)),
    ),
  )
}
