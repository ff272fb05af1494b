import {
  array,
  ascii,
  decodeTextString,
  dict,
  dictOf,
  isArray,
  isName,
  isString,
  latin1,
  name,
  type PdfBox,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  readBox,
  roundPoints,
  stream,
} from '../syntax/index.ts'
import { createTextSetter } from '../text/set-text.ts'
import { wrapWords } from '../text/wrap-words.ts'
import type { Revision } from '../write/revision.ts'
import { uprightAppearance } from '../write/upright-appearance.ts'
import { type AppearanceLine, drawLine, helvetica, toLine, widthOf } from './appearance.ts'
import { type FormWidget, widgetRotation } from './form-widgets.ts'

/** ISO 32000-2, tables 227, 229, 231 and 233; bits count from 1. */
const FLAGS = { multiline: 1 << 12, password: 1 << 13, pushbutton: 1 << 16, combo: 1 << 17, comb: 1 << 24 } as const
const LARGEST_AUTO = 12
const SMALLEST_AUTO = 4
const LEADING = 1.15
const PADDING = 2

const round = (value: number): string => String(roundPoints(value))

const decodedText = (value: PdfObject): string => (isString(value) ? decodeTextString(value.bytes) : '')

interface Style {
  /** Points; 0 means auto size. */
  readonly size: number
  /** Colour operators. */
  readonly colour: string
}

/** Parses a default appearance string (12.7.4.3) but ignores its font. */
const styleOf = (value: PdfObject): Style => {
  const text = isString(value) ? latin1(value.bytes) : ''
  const size = Number(/([\d.]+)\s+Tf\b/.exec(text)?.[1] ?? 0)
  const colour = /(?:^|\s)((?:[\d.]+\s+){1,4}(?:g|rg|k))(?=\s|$)/.exec(text)?.[1] ?? '0 g'
  return { size: Number.isFinite(size) ? size : 0, colour }
}

interface Area {
  readonly width: number
  readonly height: number
}

/** Words wider than a line stay whole. */
const wrapText = (text: string, width: number, size: number): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .flatMap((paragraph) => wrapWords(paragraph.split(' '), (line) => widthOf(toLine(line)) * size <= width))

const sizeFor = ({ size }: Style, text: string, { width, height }: Area, isMultiline: boolean): number => {
  if (size > 0) return size
  if (isMultiline) return LARGEST_AUTO
  const byWidth = (width - 2 * PADDING) / Math.max(widthOf(toLine(text)), 0.01)
  return Math.max(SMALLEST_AUTO, Math.min(LARGEST_AUTO, height * 0.7, byWidth))
}

interface Placed {
  readonly line: AppearanceLine
  readonly x: number
  readonly y: number
}

const startOf = (quadding: PdfObject, width: number, taken: number): number => {
  if (quadding === 1) return (width - taken) / 2
  return quadding === 2 ? width - taken - PADDING : PADDING
}

/** Centres one character per cell. */
const placeComb = (text: string, cells: number, size: number, { width, height }: Area): Placed[] =>
  [...text].slice(0, cells).map((character, index) => {
    const line = toLine(character)
    const x = (width / cells) * (index + 0.5) - (widthOf(line) * size) / 2
    return { line, x, y: (height - size) / 2 + size * 0.22 }
  })

const placeLines = (lines: readonly string[], size: number, quadding: PdfObject, area: Area): Placed[] =>
  lines.map((text, index) => {
    const line = toLine(text)
    const y = area.height - PADDING - size * (0.95 + index * LEADING)
    return { line, x: startOf(quadding, area.width, widthOf(line) * size), y }
  })

const placeText = ({ get }: FormWidget, text: string, style: Style, area: Area): { placed: Placed[]; size: number } => {
  const flags = Number(get('Ff') ?? 0)
  const isMultiline = (flags & FLAGS.multiline) !== 0 && isText(get('FT'))
  const size = sizeFor(style, text, area, isMultiline)
  const cells = get('MaxLen')
  if ((flags & FLAGS.comb) !== 0 && typeof cells === 'number' && cells > 0)
    return { placed: placeComb(text, cells, size, area), size }
  if (isMultiline)
    return { placed: placeLines(wrapText(text, area.width - 2 * PADDING, size), size, get('Q'), area), size }
  const line = toLine(text.replaceAll(/[\r\n]+/g, ' '))
  const x = startOf(get('Q'), area.width, widthOf(line) * size)
  return { placed: [{ line, x, y: (area.height - size) / 2 + size * 0.22 }], size }
}

const isText = (type: PdfObject): boolean => isName(type) && type.value === 'Tx'

/** The display text of an [export, display] pair (12.7.5.4). */
const shownOption = (document: PdfDocument, options: PdfObject, value: string): string => {
  for (const option of isArray(options) ? options.items : []) {
    const pair = document.objects.resolve(option)
    if (!isArray(pair)) continue
    const [exported, shown] = pair.items.map((item) => decodedText(document.objects.resolve(item)))
    if (exported === value && shown !== undefined) return shown
  }
  return value
}

export const shownText = (document: PdfDocument, { get }: FormWidget): string => {
  const value = get('V')
  const flags = Number(get('Ff') ?? 0)
  if (isText(get('FT')))
    return (flags & FLAGS.password) === 0 ? decodedText(value) : '*'.repeat(decodedText(value).length)
  const chosen = isArray(value)
    ? value.items.map((item) => decodedText(document.objects.resolve(item)))
    : [decodedText(value)]
  return chosen.map((each) => shownOption(document, get('Opt'), each)).join(', ')
}

interface Frame extends Area {
  readonly matrix: readonly number[]
}

const frameOf = (document: PdfDocument, { dict: widget }: FormWidget): Frame | undefined => {
  const { objects } = document
  const rect: PdfBox | undefined = readBox(objects, objects.get(widget, 'Rect'))
  return rect === undefined ? undefined : uprightAppearance(rect, widgetRotation(document, widget) ?? 0)
}

const colourOperators = ['', 'g', '', 'rg', 'k'] as const

/** /MK (table 192). */
const drawFrame = (document: PdfDocument, { dict: widget }: FormWidget, { width, height }: Area): string => {
  const { objects } = document
  const looks = dictOf(objects, widget, 'MK')
  const colour = (key: string, isStroke: boolean): string | undefined => {
    const value = looks === undefined ? null : objects.get(looks, key)
    const parts = isArray(value) ? value.items.filter((item) => typeof item === 'number') : []
    const operator = colourOperators[parts.length] ?? ''
    if (operator === '') return undefined
    return `${parts.map(round).join(' ')} ${isStroke ? operator.toUpperCase() : operator}`
  }
  const [fill, border] = [colour('BG', false), colour('BC', true)]
  const style = dictOf(objects, widget, 'BS')
  const given = style === undefined ? null : objects.get(style, 'W')
  const line = typeof given === 'number' ? given : 1
  const inside = [line / 2, line / 2, width - line, height - line].map(round).join(' ')
  return [
    ...(fill === undefined ? [] : [`q ${fill} 0 0 ${round(width)} ${round(height)} re f Q`]),
    ...(border === undefined || line <= 0 ? [] : [`q ${border} ${round(line)} w ${inside} re S Q`]),
  ].join('\n')
}

const addForm = (revision: Revision, { width, height, matrix }: Frame, content: string, fonts: PdfObject): PdfRef =>
  revision.add(
    stream(
      dict({
        Type: name('XObject'),
        Subtype: name('Form'),
        BBox: array([0, 0, roundPoints(width), roundPoints(height)]),
        Matrix: array(matrix.map(roundPoints)),
        Resources: dict({ Font: fonts }),
      }),
      ascii(content),
    ),
  )

/**
 * Adds a text, choice or push-button appearance (12.7.4.3).
 * @returns undefined without a usable rectangle
 */
export const addTextAppearance = (
  document: PdfDocument,
  revision: Revision,
  widget: FormWidget,
  text: string,
): PdfRef | undefined => {
  const frame = frameOf(document, widget)
  if (frame === undefined) return undefined
  const style = styleOf(widget.get('DA'))
  const setter = createTextSetter()
  const { placed, size } = placeText(widget, text, style, frame)
  const shown = text === '' ? [] : placed.map(({ line, x, y }) => drawLine(line, { x, y, size }, setter))
  const clip = `1 1 ${round(Math.max(frame.width - 2, 0))} ${round(Math.max(frame.height - 2, 0))} re W n`
  const content = `${drawFrame(document, widget, frame)}\n/Tx BMC q ${clip}\n${style.colour}\n${shown.join('\n')}\nQ EMC\n`
  return addForm(revision, frame, content, dict({ Helv: helvetica(), ...setter.fonts(revision) }))
}

/** For check boxes and radio buttons. */
export const addButtonAppearance = (
  document: PdfDocument,
  revision: Revision,
  widget: FormWidget,
): { readonly on: PdfRef; readonly off: PdfRef } | undefined => {
  const frame = frameOf(document, widget)
  if (frame === undefined) return undefined
  const { width, height } = frame
  const [w, h] = [width, height]
  const stroke = `q 0 G ${round(Math.min(w, h) / 9)} w ${round(w * 0.22)} ${round(h * 0.5)} m ${round(w * 0.43)} ${round(h * 0.25)} l ${round(w * 0.8)} ${round(h * 0.78)} l S Q`
  const box = drawFrame(document, widget, frame)
  return {
    on: addForm(revision, frame, `${box}\n${stroke}\n`, dict({})),
    off: addForm(revision, frame, `${box}\n`, dict({})),
  }
}

export const isPushbutton = ({ get }: FormWidget): boolean => (Number(get('Ff') ?? 0) & FLAGS.pushbutton) !== 0
