import {
  asciiBytes,
  decodeLatin1,
  decodeTextString,
  dictAtKey,
  isArray,
  isName,
  isString,
  type PdfBox,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  readBox,
  roundPoints,
} from '../syntax/index.ts'
import { hasStructure } from '../tags/index.ts'
import { createTextSetter } from '../text/set-text.ts'
import { wrapWords } from '../text/wrap-words.ts'
import { drawMarkOutline, MARK_HEIGHT } from '../write/mark-outlines.ts'
import type { RevisionWriter } from '../write/revision.ts'
import { uprightAppearance } from '../write/upright-appearance.ts'
import { type AppearanceLine, appearanceFonts, drawLine, toLine, widthOf, zapfDingbats } from './appearance.ts'
import { type ListRow, listRows, shownChoice } from './choice-options.ts'
import { captionOf, type FormWidget, isPushbutton, markOf, widgetRotation } from './form-widgets.ts'

/** ISO 32000-2, table 231; bits count from 1. */
const FLAGS = { multiline: 1 << 12, password: 1 << 13, comb: 1 << 24 } as const
/** For several lines, as PDFium does. */
const AUTO_OF_LINES = 12
/** Points, for fields with automatic size. */
const SMALLEST_AUTO = 4
/** Of the font size. */
const LEADING = 1.15
/** Points. */
const PADDING = 2

const round = (value: number): string => String(roundPoints(value))

const decodedText = (value: PdfObject): string => (isString(value) ? decodeTextString(value.bytes) : '')

interface Style {
  /** Points; 0 means auto size. */
  readonly size: number
  /** In tagged documents (ISO 14289-1, 7.21.4.1). */
  readonly embedsFonts: boolean
  /** Colour operators. */
  readonly colour: string
}

/** Parses a default appearance string (12.7.4.3) but ignores its font. */
const styleOf = (document: PdfDocument, { get }: FormWidget): Style => {
  const value = get('DA')
  const text = isString(value) ? decodeLatin1(value.bytes) : ''
  const size = Number(/([\d.]+)\s+Tf\b/.exec(text)?.[1] ?? 0)
  const colour = /(?:^|\s)((?:[\d.]+\s+){1,4}(?:g|rg|k))(?=\s|$)/.exec(text)?.[1] ?? '0 g'
  return { size: Number.isFinite(size) ? size : 0, colour, embedsFonts: hasStructure(document) }
}

interface Area {
  readonly width: number
  readonly height: number
}

/** Words wider than a line stay whole. */
const wrapText = (text: string, width: number, { size, embedsFonts }: Style): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .flatMap((paragraph) =>
      wrapWords(paragraph.split(' '), (line) => widthOf(toLine(line, embedsFonts)) * size <= width),
    )

const sizeFor = ({ size, embedsFonts }: Style, text: string, { width, height }: Area, isMultiline: boolean): number => {
  if (size > 0) return size
  if (isMultiline) return AUTO_OF_LINES
  const byWidth = (width - 2 * PADDING) / Math.max(widthOf(toLine(text, embedsFonts)), 0.01)
  return Math.max(SMALLEST_AUTO, Math.min(height * 0.7, byWidth))
}

interface Placed {
  readonly line: AppearanceLine
  readonly x: number
  readonly y: number
  readonly isSelected?: boolean
}

/** Of the baseline below the middle, as in poppler. */
const BASELINE = 0.4

const startOf = (quadding: PdfObject, width: number, taken: number): number => {
  if (quadding === 1) return (width - taken) / 2
  return quadding === 2 ? width - taken - PADDING : PADDING
}

/** Centres one character per cell. */
const placeComb = (
  text: string,
  cells: number,
  { size, embedsFonts }: Style,
  quadding: PdfObject,
  { width, height }: Area,
): Placed[] => {
  const characters = [...text].slice(0, cells)
  const free = cells - characters.length
  const first = quadding === 1 ? Math.floor(free / 2) : quadding === 2 ? free : 0
  return characters.map((character, index) => {
    const line = toLine(character, embedsFonts)
    const x = (width / cells) * (first + index + 0.5) - (widthOf(line) * size) / 2
    return { line, x, y: height / 2 - size * BASELINE }
  })
}

const placeLines = (
  lines: readonly string[],
  { size, embedsFonts }: Style,
  quadding: PdfObject,
  area: Area,
): Placed[] =>
  lines.map((text, index) => {
    const line = toLine(text, embedsFonts)
    const y = area.height - PADDING - size * (0.95 + index * LEADING)
    return { line, x: startOf(quadding, area.width, widthOf(line) * size), y }
  })

/** Of the font size, as in poppler. */
const ROW_HEIGHT = 1.1
/** Of the font size. */
const BELOW_BASELINE = 0.2

const placeRows = (
  rows: readonly ListRow[],
  { size, embedsFonts }: Style,
  quadding: PdfObject,
  { width, height }: Area,
): Placed[] =>
  rows.slice(0, Math.ceil(height / (size * ROW_HEIGHT))).map(({ text, isSelected }, index) => {
    const line = toLine(text, embedsFonts)
    const x = startOf(quadding, width, widthOf(line) * size)
    return { line, x, y: height - size * ROW_HEIGHT * (index + 1), isSelected }
  })

interface PlacedText {
  readonly placed: readonly Placed[]
  readonly size: number
}

const placeText = (document: PdfDocument, widget: FormWidget, style: Style, area: Area): PlacedText => {
  const { get } = widget
  const quadding = isPushbutton(widget) ? 1 : get('Q')
  const rows = listRows(document, widget)
  if (rows.length > 0) {
    const size = sizeFor(style, '', area, true)
    return { placed: placeRows(rows, { ...style, size }, quadding, area), size }
  }
  const text = shownText(document, widget)
  if (text === '') return { placed: [], size: 0 }
  const flags = Number(get('Ff') ?? 0)
  const isMultiline = (flags & FLAGS.multiline) !== 0 && isText(get('FT'))
  const size = sizeFor(style, text, area, isMultiline)
  const sized = { ...style, size }
  const cells = get('MaxLen')
  if ((flags & FLAGS.comb) !== 0 && typeof cells === 'number' && cells > 0)
    return { placed: placeComb(text, cells, sized, quadding, area), size }
  if (isMultiline)
    return { placed: placeLines(wrapText(text, area.width - 2 * PADDING, sized), sized, quadding, area), size }
  const line = toLine(text.replaceAll(/[\r\n]+/g, ' '), style.embedsFonts)
  const x = startOf(quadding, area.width, widthOf(line) * size)
  return { placed: [{ line, x, y: area.height / 2 - size * BASELINE }], size }
}

const isText = (type: PdfObject): boolean => isName(type) && type.value === 'Tx'

const shownText = (document: PdfDocument, widget: FormWidget): string => {
  const { get } = widget
  const type = get('FT')
  if (isName(type) && type.value === 'Btn') return captionOf(document, widget)
  if (!isText(type)) return shownChoice(document, widget)
  const value = decodedText(get('V'))
  return (Number(get('Ff') ?? 0) & FLAGS.password) === 0 ? value : '*'.repeat(value.length)
}

/** Whether there is more than a frame to draw. */
export const showsText = (document: PdfDocument, widget: FormWidget): boolean =>
  shownText(document, widget) !== '' || listRows(document, widget).length > 0

interface Frame extends Area {
  readonly matrix: readonly number[]
}

const frameOf = (document: PdfDocument, { dict: widget }: FormWidget): Frame | undefined => {
  const { objects } = document
  const rect: PdfBox | undefined = readBox(objects, objects.get(widget, 'Rect'))
  return rect === undefined ? undefined : uprightAppearance(rect, widgetRotation(document, widget) ?? 0)
}

const colourOperators = ['', 'g', '', 'rg', 'k'] as const

/** Of a quarter circle's control points from its axis, in radii. */
const CURVE = 0.5523

const ellipse = (inset: number, { width, height }: Area): string => {
  const [x, y] = [width / 2, height / 2]
  const [a, b] = [x - inset, y - inset]
  const at = (right: number, up: number): string => `${round(x + right * a)} ${round(y + up * b)}`
  const corners = [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ] as const
  const curves = corners.map(([right, up], index) =>
    index % 2 === 0
      ? `${at(right, CURVE * up)} ${at(CURVE * right, up)} ${at(0, up)} c`
      : `${at(CURVE * right, up)} ${at(right, CURVE * up)} ${at(right, 0)} c`,
  )
  return `${at(1, 0)} m ${curves.join(' ')} h`
}

const rectangle = (inset: number, { width, height }: Area): string =>
  `${[inset, inset, width - 2 * inset, height - 2 * inset].map(round).join(' ')} re`

/** A colour of /MK (table 192) as numbers; empty means none. */
const colourOf = ({ objects }: PdfDocument, { dict: widget }: FormWidget, key: 'BG' | 'BC'): string[] => {
  const looks = dictAtKey(objects, widget, 'MK')
  const value = looks === undefined ? null : objects.get(looks, key)
  const parts = isArray(value) ? value.items.filter((item) => typeof item === 'number') : []
  const operator = colourOperators[parts.length] ?? ''
  return operator === '' ? [] : [...parts.map(round), key === 'BC' ? operator.toUpperCase() : operator]
}

/** Points; 0 without a border. */
const borderWidth = (document: PdfDocument, widget: FormWidget): number => {
  if (colourOf(document, widget, 'BC').length === 0) return 0
  const style = dictAtKey(document.objects, widget.dict, 'BS')
  const width = style === undefined ? null : document.objects.get(style, 'W')
  return typeof width === 'number' ? Math.max(width, 0) : 1
}

const drawFrame = (document: PdfDocument, widget: FormWidget, area: Area, outline = rectangle): string => {
  const fill = colourOf(document, widget, 'BG').join(' ')
  const border = colourOf(document, widget, 'BC').join(' ')
  const line = borderWidth(document, widget)
  return [
    ...(fill === '' ? [] : [`q ${fill} ${outline(0, area)} f Q`]),
    ...(line === 0 ? [] : [`q ${border} ${round(line)} w ${outline(line / 2, area)} S Q`]),
  ].join('\n')
}

const addForm = (
  revision: RevisionWriter,
  { width, height, matrix }: Frame,
  content: string,
  fonts: PdfObject,
): PdfRef =>
  revision.add(
    pdfStream(
      pdfDict({
        Type: pdfName('XObject'),
        Subtype: pdfName('Form'),
        BBox: pdfArray([0, 0, roundPoints(width), roundPoints(height)]),
        Matrix: pdfArray(matrix.map(roundPoints)),
        Resources: pdfDict({ Font: fonts }),
      }),
      asciiBytes(content),
    ),
  )

/** White on black, as in poppler; PDFium takes a dark blue. */
const drawSelected = (shown: string, { y }: Placed, size: number, { width }: Area): string =>
  `q 0 g ${[0, y - size * BELOW_BASELINE, width, size * ROW_HEIGHT].map(round).join(' ')} re f 1 g\n${shown} Q`

/**
 * Adds a text, choice or push-button appearance (12.7.4.3).
 * @returns undefined without a usable rectangle
 */
export const addTextAppearance = (
  document: PdfDocument,
  revision: RevisionWriter,
  widget: FormWidget,
): PdfRef | undefined => {
  const frame = frameOf(document, widget)
  if (frame === undefined) return undefined
  const style = styleOf(document, widget)
  const setter = createTextSetter()
  const border = borderWidth(document, widget)
  const inside = { width: Math.max(frame.width - 2 * border, 0), height: frame.height }
  const { placed, size } = placeText(document, widget, style, inside)
  const shown = placed.map((each) => {
    const line = drawLine(each.line, { x: each.x + border, y: each.y, size }, setter)
    return each.isSelected === true ? drawSelected(line, each, size, frame) : line
  })
  const clip = [border, border, inside.width, Math.max(frame.height - 2 * border, 0)].map(round).join(' ')
  const content = `${drawFrame(document, widget, frame)}\n/Tx BMC q ${clip} re W n\n${style.colour}\n${shown.join('\n')}\nQ EMC\n`
  return addForm(revision, frame, content, appearanceFonts(revision, setter, style.embedsFonts))
}

/** Of the smaller side, and a mark's height of the font size: as in pdf.js. */
const AUTO_MARK = 0.8

/** For check boxes and radio buttons. */
export const addButtonAppearance = (
  document: PdfDocument,
  revision: RevisionWriter,
  widget: FormWidget,
): { readonly on: PdfRef; readonly off: PdfRef } | undefined => {
  const frame = frameOf(document, widget)
  if (frame === undefined) return undefined
  const { width, height } = frame
  const style = styleOf(document, widget)
  const mark = markOf(document, widget)
  const size = style.size > 0 ? style.size : Math.min(width, height) * AUTO_MARK
  const place = { x: (width - mark.width * size) / 2, y: (height - MARK_HEIGHT * size) / 2, size }
  const shape = style.embedsFonts
    ? drawMarkOutline(mark.character, place)
    : `BT /ZaDb ${round(size)} Tf ${round(place.x)} ${round(place.y)} Td (${mark.character}) Tj ET`
  const drawn = `q ${style.colour} ${shape} Q`
  const box = drawFrame(document, widget, frame, mark.isRound ? ellipse : rectangle)
  return {
    on: addForm(revision, frame, `${box}\n${drawn}\n`, pdfDict(style.embedsFonts ? {} : { ZaDb: zapfDingbats() })),
    off: addForm(revision, frame, `${box}\n`, pdfDict({})),
  }
}
