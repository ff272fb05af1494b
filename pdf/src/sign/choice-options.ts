import {
  decodeTextString,
  isArray,
  isName,
  isString,
  type PdfDocument,
  type PdfObject,
  type PdfString,
} from '../syntax/index.ts'
import { FIELD_FLAGS } from './add-form-fields.ts'
import type { FormWidget } from './form-widgets.ts'

interface ChoiceOption {
  readonly exported: string
  readonly shown: string
}

const textOf = ({ bytes }: PdfString): string => decodeTextString(bytes)

/** Texts, or pairs of an exported and a shown text (ISO 32000-2, table 234). */
const readOptions = ({ objects }: PdfDocument, options: readonly PdfObject[]): ChoiceOption[] =>
  options.flatMap((item) => {
    const option = objects.resolve(item)
    const [exported, shown] = isArray(option)
      ? [0, -1].map((at) => objects.resolve(option.items.at(at) ?? null))
      : [option, option]
    if (!isString(shown)) return []
    return [{ exported: textOf(isString(exported) ? exported : shown), shown: textOf(shown) }]
  })

const itemsOf = (value: PdfObject): readonly PdfObject[] => (isArray(value) ? value.items : [])

/** Display texts of /Opt, not export values (ISO 32000-1, table 231). */
export const shownOptions = (document: PdfDocument, options: PdfObject): string[] =>
  readOptions(document, itemsOf(options)).map(({ shown }) => shown)

/** Exported texts. */
const chosenTexts = ({ objects }: PdfDocument, value: PdfObject): string[] =>
  (isArray(value) ? value.items : [value])
    .map((item) => objects.resolve(item))
    .filter(isString)
    .map(textOf)

/** A choice field without rows shows its value. */
export const shownChoice = (document: PdfDocument, { get }: FormWidget): string => {
  const chosen = chosenTexts(document, get('V'))
  const options = chosen.length === 0 ? [] : readOptions(document, itemsOf(get('Opt')))
  return chosen.map((each) => options.find(({ exported }) => exported === each)?.shown ?? each).join(', ')
}

export interface ListRow {
  readonly text: string
  readonly isSelected: boolean
}

/** More rows than a page holds. Many widgets may share one huge /Opt. */
const MOST_ROWS = 200

const isListBox = ({ get }: FormWidget): boolean => {
  const type = get('FT')
  return isName(type) && type.value === 'Ch' && (Number(get('Ff') ?? 0) & FIELD_FLAGS.combo) === 0
}

/**
 * A list box shows its options from the top index (/TI) on, also without
 * a value. /V prevails over /I (table 234).
 * @returns none for other fields
 */
export const listRows = (document: PdfDocument, widget: FormWidget): ListRow[] => {
  if (!isListBox(widget)) return []
  const { get } = widget
  const [top, value] = [get('TI'), get('V')]
  const first = typeof top === 'number' && Number.isInteger(top) && top > 0 ? top : 0
  const chosen = new Set(chosenTexts(document, value))
  const indices = new Set(value === null ? itemsOf(get('I')).map((index) => document.objects.resolve(index)) : [])
  return readOptions(document, itemsOf(get('Opt')).slice(first, first + MOST_ROWS)).map(({ exported, shown }, row) => ({
    text: shown,
    isSelected: chosen.has(exported) || indices.has(first + row),
  }))
}
