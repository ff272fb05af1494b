import {
  decodeTextString,
  dictAtKey,
  isArray,
  isDict,
  isName,
  isRef,
  isString,
  type ObjectReader,
  type PageRotation,
  type PdfDict,
  type PdfDocument,
  PdfError,
  type PdfObject,
  type PdfRef,
  rotationOf,
} from '../syntax/index.ts'

/** With inherited entries (ISO 32000-2, 12.7.4.1). */
export interface FormWidget {
  /** Fully qualified. */
  readonly name: string
  /** Its field's /TU, or empty. */
  readonly tooltip: string
  /** Undefined for a direct object. */
  readonly ref: PdfRef | undefined
  readonly dict: PdfDict
  /** Own or inherited: FT, V, DA, Ff, Q, MaxLen, Opt, TI, I. */
  readonly get: (key: string) => PdfObject
}

/** FT, or empty. */
export const fieldType = ({ get }: FormWidget): string => {
  const type = get('FT')
  return isName(type) ? type.value : ''
}

const INHERITED = ['FT', 'V', 'DA', 'Ff', 'Q', 'MaxLen', 'Opt', 'TI', 'I'] as const
type Inherited = ReadonlyMap<string, PdfObject>
type Named = Pick<FormWidget, 'name' | 'tooltip'>

const namedIn = (objects: ObjectReader, dict: PdfDict, from: Named): Named => {
  const [partial, tooltip] = [objects.get(dict, 'T'), objects.get(dict, 'TU')]
  const known = isString(tooltip) ? decodeTextString(tooltip.bytes) : undefined
  if (!isString(partial)) return { ...from, tooltip: known ?? from.tooltip }
  const own = decodeTextString(partial.bytes)
  return { name: from.name === '' ? own : `${from.name}.${own}`, tooltip: known ?? '' }
}

const withEntries = (
  objects: ObjectReader,
  dict: PdfDict,
  keys: readonly string[],
  from: Inherited = new Map(),
): Inherited => {
  const own = keys.filter((key) => dict.entries.has(key)).map((key) => [key, objects.get(dict, key)] as const)
  return new Map([...from, ...own])
}

/** @throws PdfError PDF_TOO_COMPLEX beyond the limits, loops included */
export const formWidgets = (document: PdfDocument): readonly FormWidget[] => {
  const { objects, limits } = document
  const form = document.acroForm()
  const widgets: FormWidget[] = []
  let nodes = 0
  const visit = (node: PdfObject, from: Inherited, above: Named, depth: number): void => {
    if (++nodes > limits.treeNodes || depth > limits.treeDepth)
      throw new PdfError('PDF_TOO_COMPLEX', 'the form has too many fields')
    const dict = objects.resolve(node)
    if (!isDict(dict)) return
    const own = withEntries(objects, dict, INHERITED, from)
    const named = namedIn(objects, dict, above)
    const kids = objects.get(dict, 'Kids')
    if (isArray(kids)) for (const kid of kids.items) visit(kid, own, named, depth + 1)
    else widgets.push({ ...named, ref: isRef(node) ? node : undefined, dict, get: (key) => own.get(key) ?? null })
  }
  const roots = form === undefined ? null : objects.get(form, 'Fields')
  const defaults = form === undefined ? new Map() : withEntries(objects, form, ['DA', 'Q'])
  if (isArray(roots)) for (const root of roots.items) visit(root, defaults, { name: '', tooltip: '' }, 0)
  return widgets
}

/** /MK /R (ISO 32000-2, table 192). Undefined if it is no multiple of 90. */
export const widgetRotation = ({ objects }: PdfDocument, widget: PdfDict): PageRotation | undefined => {
  const characteristics = dictAtKey(objects, widget, 'MK')
  const degrees = characteristics === undefined ? null : objects.get(characteristics, 'R')
  return rotationOf(typeof degrees === 'number' ? degrees : 0)
}

/** ISO 32000-2, table 229; bits count from 1. */
const FLAGS = { radio: 1 << 15, pushbutton: 1 << 16 } as const
const hasFlag = ({ get }: FormWidget, flag: number): boolean => (Number(get('Ff') ?? 0) & flag) !== 0

/** Keeps no value (ISO 32000-1, table 226). */
export const isPushbutton = (widget: FormWidget): boolean => hasFlag(widget, FLAGS.pushbutton)
const isRadio = (widget: FormWidget): boolean => hasFlag(widget, FLAGS.radio)

/** /MK /CA, or empty. */
export const captionOf = ({ objects }: PdfDocument, { dict: widget }: FormWidget): string => {
  const looks = dictAtKey(objects, widget, 'MK')
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
/** Of ZapfDingbats. */
const CIRCLE = 'l'

/** Mark of a check box or radio button that is on. */
export interface ButtonMark {
  /** A character of ZapfDingbats. */
  readonly character: string
  /** At font size 1. */
  readonly width: number
  /** Readers draw its frame round. */
  readonly isRound: boolean
}

/** MK /CA if it is a known mark; otherwise a circle for radio buttons and a tick for check boxes. */
export const markOf = (document: PdfDocument, widget: FormWidget): ButtonMark => {
  const caption = captionOf(document, widget)
  const character = MARKS.has(caption) ? caption : isRadio(widget) ? CIRCLE : '4'
  return { character, width: (MARKS.get(character) ?? 0) / 1000, isRound: isRadio(widget) && character === CIRCLE }
}
