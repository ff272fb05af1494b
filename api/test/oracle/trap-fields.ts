import {
  asciiBytes,
  encodeTextString,
  type PdfDict,
  type PdfObject,
  pdfArray,
  pdfDict,
  pdfName,
  pdfRef,
  pdfStream,
  pdfString,
} from 'pdf'
import { blotForm, otherFont } from './blots.ts'
import { add, append, type Draft, dictAt, formOf, itemsAt, pageOf, patch, read } from './draft.ts'
import type { Random } from './random.ts'

/**
 * What an upload holds before anybody signs, so that a later
 * revision can use it by right: fields over the page, locks,
 * layers and fonts that existing objects ask for.
 */
export interface Trap {
  readonly name: string
  /** The renderers do not always show it; Acrobat may. */
  readonly mayBeUnseen?: true
  /** False if the file lacks what the trap needs. */
  readonly lay: (draft: Draft, random: Random) => boolean
  readonly spring: (draft: Draft, sign: SignField, random: Random) => void
}

/** Puts a stranger's open signature into an empty field. */
export type SignField = (
  field: number,
  entries?: Readonly<Record<string, PdfObject | undefined>>,
  kind?: 'signature' | 'time-stamp',
) => void

export const WHOLE_PAGE = [0, 0, 200, 240] as const
export const SMALL = [120, 2, 160, 14] as const
export const FIELD = 'trampa'

export const text = (value: string): PdfObject => pdfString(encodeTextString(value))
export const blank = (): PdfObject =>
  pdfStream(
    pdfDict({ Type: pdfName('XObject'), Subtype: pdfName('Form'), BBox: pdfArray([0, 0, 1, 1]) }),
    asciiBytes(''),
  )
export const looks = (draft: Draft, look: PdfObject = blotForm()): PdfDict => pdfDict({ N: add(draft, look) })

export function addField(draft: Draft, entries: Readonly<Record<string, PdfObject | undefined>>, pages = [1]): number {
  const widget = { Type: pdfName('Annot'), Subtype: pdfName('Widget'), F: 4, P: pdfRef(pageOf(draft)), ...entries }
  const field = add(draft, pdfDict(widget))
  for (const page of pages) append(draft, pageOf(draft, page), 'Annots', [field])
  append(draft, formOf(draft), 'Fields', [field])
  return field.num
}

export function namedField(draft: Draft, wanted: string): number {
  const fields = itemsAt(draft, dictAt(draft, pdfRef(formOf(draft)))?.entries.get('Fields'))
  const found = fields.find((item) => {
    const title = read(draft, dictAt(draft, item)?.entries.get('T'))
    return typeof title === 'object' && title?.kind === 'string' && Buffer.from(title.bytes).includes(wanted)
  })
  if (typeof found !== 'object' || found?.kind !== 'ref') throw new Error(`there is no field ${wanted}`)
  return found.num
}

export function addFormFont(draft: Draft): void {
  const form = formOf(draft)
  const resources = dictAt(draft, dictAt(draft, pdfRef(form))?.entries.get('DR'))
  const fonts = dictAt(draft, resources?.entries.get('Font'))
  const entries = new Map([...(fonts?.entries ?? []), ['Ge', add(draft, otherFont(draft))] as const])
  patch(draft, form, {
    DR: { kind: 'dict', entries: new Map([...(resources?.entries ?? []), ['Font', { kind: 'dict', entries }]]) },
  })
}
