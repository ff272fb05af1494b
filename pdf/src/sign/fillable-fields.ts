import {
  decodeTextString,
  dictAtKey,
  isArray,
  isName,
  isStream,
  isString,
  type PageRect,
  type PdfDocument,
  type PdfObject,
  seenSize,
  withEntries,
} from '../syntax/index.ts'
import { hasStructure } from '../tags/index.ts'
import type { RevisionWriter } from '../write/revision.ts'
import { FIELD_FLAGS } from './add-form-fields.ts'
import { toLine, widthOf } from './appearance.ts'
import { shownOptions } from './choice-options.ts'
import { keyOf, placeWidgets } from './empty-fields.ts'
import { SMALLEST_SIZE, TEXT_PADDING } from './fit-text.ts'
import { type FormWidget, fieldType, formWidgets } from './form-widgets.ts'

type FillableType =
  | { readonly kind: 'text'; readonly multiline: boolean; readonly maxLength: number | undefined }
  | { readonly kind: 'checkbox' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }

/** An empty field of the PDF's own form that people can fill in. */
export interface FillableField {
  readonly name: string
  readonly tooltip: string
  readonly page: number
  readonly rect: PageRect
  readonly required: boolean
  readonly type: FillableType
  /** As `12 0`. */
  readonly widgets: readonly string[]
}

/** ISO 32000-2, tables 228 to 231. */
const FLAGS = { password: 1 << 13, radio: 1 << 15, pushbutton: 1 << 16, fileSelect: 1 << 20 } as const
/** Table 167. */
const HIDDEN = 1 << 1
/** Annotation flag (ISO 32000-1, table 165). */
const NO_VIEW = 1 << 5
/** Points. */
const SMALLEST_SIDE = 12

const flagsOf = ({ get }: FormWidget): number => Number(get('Ff') ?? 0)

const isEmptyText = (value: PdfObject): boolean => {
  if (isString(value)) return decodeTextString(value.bytes).trim() === ''
  return isArray(value) ? value.items.length === 0 : !isStream(value)
}

const isOff = (value: PdfObject): boolean => !isName(value) || value.value === 'Off'

const isEmpty = ({ objects }: PdfDocument, widget: FormWidget): boolean =>
  fieldType(widget) === 'Btn'
    ? isOff(widget.get('V')) && isOff(objects.get(widget.dict, 'AS'))
    : isEmptyText(widget.get('V'))

const isOpen = (document: PdfDocument, widget: FormWidget): boolean => {
  const type = fieldType(widget)
  const shut =
    FIELD_FLAGS.readOnly |
    (type === 'Tx' ? FLAGS.password | FLAGS.fileSelect : 0) |
    (type === 'Btn' ? FLAGS.pushbutton : 0)
  const view = document.objects.get(widget.dict, 'F')
  const isShown = typeof view !== 'number' || (view & (HIDDEN | NO_VIEW)) === 0
  return ['Tx', 'Btn', 'Ch'].includes(type) && (flagsOf(widget) & shut) === 0 && isShown && isEmpty(document, widget)
}

const onState = ({ objects }: PdfDocument, { dict }: FormWidget): string | undefined => {
  const looks = dictAtKey(objects, dict, 'AP')
  const states = looks && dictAtKey(objects, looks, 'N')
  return [...(states?.entries.keys() ?? [])].find((state) => state !== 'Off')
}

/** A state may be an index of /Opt (12.7.5.2.4). */
const radioOptions = (document: PdfDocument, group: readonly FormWidget[]): string[] => {
  const [first] = group
  const names = first === undefined ? [] : shownOptions(document, first.get('Opt'))
  return group.map((widget, index) => {
    const state = onState(document, widget) ?? String(index + 1)
    return names[Number(state)] ?? state
  })
}

const fillableType = (document: PdfDocument, group: readonly FormWidget[]): FillableType => {
  const [first] = group
  if (first === undefined || fieldType(first) === 'Btn')
    return group.length > 1 ? { kind: 'choice', options: radioOptions(document, group) } : { kind: 'checkbox' }
  if (fieldType(first) === 'Ch') return { kind: 'choice', options: shownOptions(document, first.get('Opt')) }
  const max = first.get('MaxLen')
  const multiline = (flagsOf(first) & FIELD_FLAGS.multiline) !== 0
  return { kind: 'text', multiline, maxLength: typeof max === 'number' ? max : undefined }
}

const isRadio = (widget: FormWidget): boolean => fieldType(widget) === 'Btn' && (flagsOf(widget) & FLAGS.radio) !== 0

const union = (rects: readonly PageRect[]): PageRect => {
  const [x, y] = [Math.min(...rects.map((rect) => rect.x)), Math.min(...rects.map((rect) => rect.y))]
  const right = Math.max(...rects.map((rect) => rect.x + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return { x, y, width: right - x, height: bottom - y }
}

const widen = (start: number, length: number, least: number): readonly [start: number, length: number] => {
  const grown = Math.min(1, Math.max(length, least))
  return [Math.max(0, Math.min(start, 1 - grown)), grown]
}

const withSpace = (document: PdfDocument, page: number, rect: PageRect, type: FillableType): PageRect => {
  const size = seenSize(document.page(page).view())
  const embedsFonts = hasStructure(document)
  const options = type.kind === 'choice' ? type.options : []
  const widths = options.map((option) => widthOf(toLine(option, embedsFonts)) * SMALLEST_SIZE)
  const text = Math.max(0, ...widths) + 2 * TEXT_PADDING + 1
  const [x, width] = widen(rect.x, rect.width, Math.max(SMALLEST_SIDE, text) / size.width)
  const [y, height] = widen(rect.y, rect.height, SMALLEST_SIDE / size.height)
  return { x, y, width, height }
}

const grouped = (widgets: readonly FormWidget[]): readonly (readonly FormWidget[])[] => {
  const groups = new Map<string, FormWidget[]>()
  for (const [index, widget] of widgets.entries()) {
    const key = isRadio(widget) ? `radio ${widget.name}` : String(index)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [widget])
    else group.push(widget)
  }
  return [...groups.values()]
}

/** None after a signature: hiding a field would break the signature. */
export const fillableFields = (document: PdfDocument): FillableField[] => {
  if (document.signatureFields().some(({ signed }) => signed)) return []
  const open = grouped(formWidgets(document)).filter((group) =>
    group.every((widget) => widget.ref !== undefined && isOpen(document, widget)),
  )
  if (open.length === 0) return []
  const place = placeWidgets(document)
  return open.flatMap((group): FillableField[] => {
    const found = group.flatMap((widget) => {
      const placed = place(widget.ref ?? null)
      return placed === undefined ? [] : [{ widget, ...placed }]
    })
    const [first] = found
    if (first === undefined) return []
    const { widget, page } = first
    const type = fillableType(document, group)
    const rect = union(found.filter((each) => each.page === page).map((each) => each.rect))
    return [
      {
        name: widget.name,
        tooltip: widget.tooltip,
        page,
        rect: withSpace(document, page, rect, type),
        required: (flagsOf(widget) & FIELD_FLAGS.required) !== 0,
        type,
        widgets: group.flatMap(({ ref }) => keyOf(ref ?? null) ?? []),
      },
    ]
  })
}

/** Sets the flag Hidden: removing the fields would rewrite the field tree. Ignores what is not fillable. */
export const hideReplaced = (document: PdfDocument, revision: RevisionWriter, replaced: readonly string[]): void => {
  if (replaced.length === 0) return
  const wanted = new Set(replaced)
  const open = new Set(fillableFields(document).flatMap(({ widgets }) => widgets))
  for (const { ref, dict } of formWidgets(document)) {
    const key = keyOf(ref ?? null)
    if (ref === undefined || key === undefined || !wanted.has(key) || !open.has(key)) continue
    const flags = document.objects.get(dict, 'F')
    revision.put(ref, withEntries(dict, { F: (typeof flags === 'number' ? flags : 0) | HIDDEN }))
  }
}
