import {
  asciiBytes,
  dictAtKey,
  type PageRect,
  type PageRotation,
  type PdfBox,
  type PdfDocument,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  pdfStream,
  pdfString,
  roundPoints,
  textString,
  toPdfBox,
  withEntries,
} from '../syntax/index.ts'
import { hasStructure } from '../tags/index.ts'
import { createTextSetter, type LinePlace } from '../text/set-text.ts'
import type { RevisionWriter } from '../write/revision.ts'
import { uprightAppearance } from '../write/upright-appearance.ts'
import { appearanceFonts, drawLine, helveticaFont, toLine, widthOf } from './appearance.ts'

export type FormFieldType =
  | { readonly kind: 'text'; readonly multiline: boolean }
  | { readonly kind: 'checkbox' }
  | { readonly kind: 'choice'; readonly options: readonly string[] }

/** A form field that a signer fills in when signing. */
export interface FormFieldToPrepare {
  /** Partial field name (/T): unique, without a dot. */
  readonly name: string
  readonly page: number
  readonly rect: PageRect
  readonly tooltip: string
  readonly required: boolean
  readonly type: FormFieldType
  /** Widgets of the PDF's own form to hide, as `12 0`. */
  readonly replaces?: readonly string[]
}

/** ISO 32000-2, tables 227 to 233. */
export const FIELD_FLAGS = { readOnly: 1, required: 1 << 1, multiline: 1 << 12, combo: 1 << 17 } as const
/** Name of the on state; all our check boxes share it. */
export const CHECKED_STATE = 'Yes'
/** Annotation flag (ISO 32000-1, table 165). */
const PRINT = 4
/** `Helv` may mean another font in an uploaded form. */
const FONT = 'TrazoHelv'
const DEFAULT_LOOK = `/${FONT} 0 Tf 0 g`

/** Adds a form XObject (ISO 32000-1, 8.10) that is upright on rotated pages. */
export const addForm = (
  revision: RevisionWriter,
  place: { readonly rect: PdfBox; readonly rotate: PageRotation },
  content: string,
  resources: Readonly<Record<string, PdfObject>> = {},
): PdfRef => {
  const { width, height, matrix } = uprightAppearance(place.rect, place.rotate)
  return revision.add(
    pdfStream(
      pdfDict({
        Type: pdfName('XObject'),
        Subtype: pdfName('Form'),
        BBox: pdfArray([0, 0, roundPoints(width), roundPoints(height)]),
        Matrix: pdfArray(matrix.map(roundPoints)),
        Resources: pdfDict(resources),
      }),
      asciiBytes(content),
    ),
  )
}

/** The letter of checked boxes: text extraction reads it. All boxes of a revision share its font. */
export interface CheckMark {
  readonly width: number
  draw(place: LinePlace): string
  fonts(): PdfObject
}

export const createCheckMark = (document: PdfDocument, revision: RevisionWriter): CheckMark => {
  const embedsFonts = hasStructure(document)
  const mark = toLine('X', embedsFonts)
  const setter = createTextSetter()
  let fonts: PdfObject | undefined
  return {
    width: widthOf(mark),
    draw: (place) => drawLine(mark, place, setter),
    fonts: () => {
      fonts ??= embedsFonts ? revision.add(appearanceFonts(revision, setter, true)) : pdfDict({ Helv: helveticaFont() })
      return fonts
    },
  }
}

const checkboxLooks = (revision: RevisionWriter, rect: PdfBox, rotate: PageRotation, mark: CheckMark): PdfObject => {
  const { width, height } = uprightAppearance(rect, rotate)
  const side = Math.min(width, height)
  const [left, bottom] = [(width - side) / 2, (height - side) / 2]
  const box = `q 0 G 0.75 w ${[left + 0.5, bottom + 0.5, side - 1, side - 1].map(roundPoints).join(' ')} re S Q\n`
  const size = side * 0.9
  const place = { x: left + (side - mark.width * size) / 2, y: bottom + side * 0.18, size }
  const cross = `0 g\n${mark.draw(place)}\n`
  const on = addForm(revision, { rect, rotate }, box + cross, { Font: mark.fonts() })
  return pdfDict({ [CHECKED_STATE]: on, Off: addForm(revision, { rect, rotate }, box) })
}

/** A field's page, and appearances that fields share. */
export interface FormFieldContext {
  readonly page: PdfRef
  /** Appearance of fields without a value. */
  readonly empty: PdfRef
  readonly mark: CheckMark
  /** Entries of a tagged document's widgets. */
  readonly tag: Readonly<Record<string, PdfObject>>
}

const typeEntries = (
  revision: RevisionWriter,
  { type, required }: FormFieldToPrepare,
  place: Pick<FormFieldContext, 'empty' | 'mark'> & { readonly rect: PdfBox; readonly rotate: PageRotation },
): Record<string, PdfObject | undefined> => {
  const flags = required ? FIELD_FLAGS.required : 0
  const written = { DA: pdfString(asciiBytes(DEFAULT_LOOK)), AP: pdfDict({ N: place.empty }) }
  switch (type.kind) {
    case 'text':
      return {
        ...written,
        FT: pdfName('Tx'),
        Ff: flags | (type.multiline ? FIELD_FLAGS.multiline : 0),
      }
    case 'choice':
      return {
        ...written,
        FT: pdfName('Ch'),
        Ff: flags | FIELD_FLAGS.combo,
        Opt: pdfArray(type.options.map(textString)),
      }
    case 'checkbox':
      return {
        FT: pdfName('Btn'),
        Ff: flags,
        V: pdfName('Off'),
        AS: pdfName('Off'),
        AP: pdfDict({ N: checkboxLooks(revision, place.rect, place.rotate, place.mark) }),
      }
  }
}

/** Adds a field merged with its widget (ISO 32000-1, 12.5.6.19). The caller adds it to page and form. */
export const addFormField = (
  document: PdfDocument,
  revision: RevisionWriter,
  field: FormFieldToPrepare,
  { page, empty, mark, tag }: FormFieldContext,
): PdfRef => {
  const view = document.page(field.page).view()
  const box = toPdfBox(view, field.rect)
  const corners = [box.x0, box.y0, box.x1, box.y1].map(roundPoints)
  return revision.add(
    pdfDict({
      Type: pdfName('Annot'),
      Subtype: pdfName('Widget'),
      T: textString(field.name),
      TU: textString(field.tooltip),
      F: PRINT,
      Rect: pdfArray(corners),
      MK: view.rotate === 0 ? undefined : pdfDict({ R: view.rotate }),
      P: page,
      ...typeEntries(revision, field, { rect: box, rotate: view.rotate, empty, mark }),
      ...tag,
    }),
  )
}

/** The form's /DR with our font, and /DA unless the form has one: fields of other writers keep theirs. */
export const formResources = ({ objects, acroForm }: PdfDocument): Readonly<Record<string, PdfObject>> => {
  const form = acroForm()
  const resources = form === undefined ? undefined : dictAtKey(objects, form, 'DR')
  const fonts = resources === undefined ? undefined : dictAtKey(objects, resources, 'Font')
  return {
    DR: withEntries(resources, { Font: withEntries(fonts, { [FONT]: helveticaFont() }) }),
    ...(form?.entries.has('DA') === true ? {} : { DA: pdfString(asciiBytes(DEFAULT_LOOK)) }),
  }
}
