import { decodeTextString, dict, dictOf, isString, name, type PdfDocument, type PdfObject } from '../syntax/index.ts'
import type { FormWidget } from './form-widgets.ts'

/** ISO 32000-2, table 229; bits count from 1. */
const FLAGS = { radio: 1 << 15, pushbutton: 1 << 16 } as const
const hasFlag = ({ get }: FormWidget, flag: number): boolean => (Number(get('Ff') ?? 0) & flag) !== 0

export const isPushbutton = (widget: FormWidget): boolean => hasFlag(widget, FLAGS.pushbutton)
const isRadio = (widget: FormWidget): boolean => hasFlag(widget, FLAGS.radio)

/** /MK /CA, or empty. */
export const captionOf = ({ objects }: PdfDocument, { dict: widget }: FormWidget): string => {
  const looks = dictOf(objects, widget, 'MK')
  const caption = looks === undefined ? null : objects.get(looks, 'CA')
  return isString(caption) ? decodeTextString(caption.bytes) : ''
}

/** Check, cross, diamond, circle, star and square: thousandths of the font size, from Adobe's ZapfDingbats.afm. */
const MARKS: ReadonlyMap<string, number> = new Map([
  ['4', 846],
  ['8', 677],
  ['u', 788],
  ['l', 791],
  ['H', 816],
  ['n', 761],
])
const CIRCLE = 'l'

export interface ButtonMark {
  /** A character of ZapfDingbats. */
  readonly character: string
  /** At font size 1. */
  readonly width: number
  /** Readers draw its frame round. */
  readonly isRound: boolean
}

export const markOf = (document: PdfDocument, widget: FormWidget): ButtonMark => {
  const caption = captionOf(document, widget)
  const character = MARKS.has(caption) ? caption : isRadio(widget) ? CIRCLE : '4'
  return { character, width: (MARKS.get(character) ?? 0) / 1000, isRound: isRadio(widget) && character === CIRCLE }
}

/** A standard font (9.6.2.2). */
export const zapfDingbats = (): PdfObject =>
  dict({ Type: name('Font'), Subtype: name('Type1'), BaseFont: name('ZapfDingbats') })
