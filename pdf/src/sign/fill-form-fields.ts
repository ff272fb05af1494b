import {
  decodeTextString,
  dictAtKey,
  isArray,
  isName,
  isString,
  malformedPdf,
  type PageRotation,
  type PdfBox,
  type PdfDict,
  type PdfDocument,
  PdfError,
  type PdfObject,
  type PdfRef,
  pdfArray,
  pdfDict,
  pdfName,
  readBox,
  textString,
  withEntries,
} from '../syntax/index.ts'
import { hasStructure } from '../tags/index.ts'
import { createTextSetter } from '../text/set-text.ts'
import { unsupportedCharacters } from '../text/shape-text.ts'
import { decodePng } from '../write/png.ts'
import type { RevisionWriter } from '../write/revision.ts'
import { uprightAppearance } from '../write/upright-appearance.ts'
import { encodeWinAnsi } from '../write/win-ansi.ts'
import { addForm, CHECKED_STATE, FIELD_FLAGS } from './add-form-fields.ts'
import { addPicture, appearanceFonts, drawLine } from './appearance.ts'
import { fitText, fittingLength, TEXT_LEADING, TEXT_PADDING, type TextBox } from './fit-text.ts'
import { type FormWidget, formWidgets, widgetRotation } from './form-widgets.ts'

/** A value for the form field of this name. Absent fields stay empty. */
export type FormFill = { readonly name: string } & (
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'checked' }
  | { readonly kind: 'drawing'; readonly png: Uint8Array; readonly text: string }
)

/** `limit`: characters that would fit. `characters`: those that no font has. */
export type FillProblem = { readonly name: string } & (
  | { readonly problem: 'too-long'; readonly limit: number }
  | { readonly problem: 'characters'; readonly characters: readonly string[] }
)

interface FilledFieldPlace {
  readonly rect: PdfBox
  readonly rotate: PageRotation
}

interface OwnField {
  readonly ref: PdfRef
  readonly dict: PdfDict
  readonly get: FormWidget['get']
}

const widgetPlace = (document: PdfDocument, widget: PdfDict): FilledFieldPlace => {
  const rect = readBox(document.objects, document.objects.get(widget, 'Rect'))
  if (rect === undefined) throw malformedPdf('a form field has no usable /Rect')
  return { rect, rotate: widgetRotation(document, widget) ?? 0 }
}

const textBox = (document: PdfDocument, field: OwnField): TextBox => {
  const { rect, rotate } = widgetPlace(document, field.dict)
  const { width, height } = uprightAppearance(rect, rotate)
  const multiline = (Number(field.get('Ff') ?? 0) & FIELD_FLAGS.multiline) !== 0
  return { width, height, multiline, embedsFonts: hasStructure(document) }
}

const fieldsByName = (document: PdfDocument): ReadonlyMap<string, OwnField> =>
  new Map(
    formWidgets(document).flatMap(({ ref, dict: widget, get }): [string, OwnField][] => {
      const partial = document.objects.get(widget, 'T')
      return ref !== undefined && isString(partial)
        ? [[decodeTextString(partial.bytes), { ref, dict: widget, get }]]
        : []
    }),
  )

/** Names of /Lock (ISO 32000-1, table 233): the form fields that this signature field owns. */
export const lockedNames = ({ objects }: PdfDocument, signatureField: PdfDict): readonly string[] => {
  const lock = dictAtKey(objects, signatureField, 'Lock')
  const list = lock === undefined ? null : objects.get(lock, 'Fields')
  return (isArray(list) ? list.items : []).flatMap((item) => {
    const read = objects.resolve(item)
    return isString(read) ? [decodeTextString(read.bytes)] : []
  })
}

const required = (fields: ReadonlyMap<string, OwnField>, fieldName: string): OwnField => {
  const field = fields.get(fieldName)
  if (field === undefined) throw new PdfError('PDF_FIELD_NOT_FOUND', `no form field '${fieldName}'`)
  return field
}

const textProblem = (fieldName: string, text: string, box: TextBox): FillProblem[] => {
  const line = text.replaceAll(/[\r\n]/g, '')
  const characters = encodeWinAnsi(line) === undefined ? unsupportedCharacters(line) : []
  if (characters.length > 0) return [{ name: fieldName, problem: 'characters', characters }]
  if (fitText(text, box) !== undefined) return []
  return [{ name: fieldName, problem: 'too-long', limit: fittingLength(text, box) }]
}

/**
 * Finds values that cannot be set, before anything is written.
 *
 * @throws PdfError PDF_FIELD_NOT_FOUND
 */
export const fillProblems = (document: PdfDocument, fills: readonly FormFill[]): FillProblem[] => {
  const fields = fieldsByName(document)
  return fills.flatMap((fill) => {
    const field = required(fields, fill.name)
    return fill.kind === 'text' ? textProblem(fill.name, fill.text, textBox(document, field)) : []
  })
}

const drawText = (document: PdfDocument, revision: RevisionWriter, field: OwnField, text: string): PdfRef => {
  const box = textBox(document, field)
  const fitted = fitText(text, box)
  if (fitted === undefined) throw new RangeError('a value does not fit its form field')
  const { size, lines } = fitted
  const setter = createTextSetter()
  const first = box.multiline ? box.height - TEXT_PADDING - size * 0.95 : (box.height - size) / 2 + size * 0.22
  const shown = lines.map((line, index) =>
    drawLine(line, { x: TEXT_PADDING, y: first - index * size * TEXT_LEADING, size }, setter),
  )
  const content = `/Tx BMC q\n0 g\n${shown.join('\n')}\nQ EMC\n`
  const fonts = appearanceFonts(revision, setter, box.embedsFonts)
  return addForm(revision, widgetPlace(document, field.dict), content, { Font: fonts })
}

interface AddedPicture {
  readonly width: number
  readonly height: number
  readonly image: PdfRef
}

type Pictures = (png: Uint8Array) => AddedPicture

const addPictures = (revision: RevisionWriter): Pictures => {
  const added = new Map<string, AddedPicture>()
  return (png) => {
    const key = png.join()
    const known = added.get(key)
    if (known !== undefined) return known
    const picture = decodePng(png)
    const { width, height } = picture
    const made = { width, height, image: addPicture(revision, picture) }
    added.set(key, made)
    return made
  }
}

const drawPicture = (
  document: PdfDocument,
  revision: RevisionWriter,
  field: OwnField,
  picture: AddedPicture,
): PdfRef => {
  const { width, height } = textBox(document, field)
  const scale = Math.min((width - 2) / picture.width, (height - 2) / picture.height)
  const [w, h] = [picture.width * scale, picture.height * scale]
  const matrix = [w, 0, 0, h, (width - w) / 2, (height - h) / 2].map((value) => value.toFixed(3)).join(' ')
  const image = pdfDict({ Drawing: picture.image })
  return addForm(revision, widgetPlace(document, field.dict), `q ${matrix} cm /Drawing Do Q\n`, { XObject: image })
}

interface Target {
  readonly document: PdfDocument
  readonly revision: RevisionWriter
  readonly pictures: Pictures
}

const valueEntries = (
  { document, revision, pictures }: Target,
  field: OwnField,
  fill: FormFill,
): Readonly<Record<string, PdfObject>> => {
  if (fill.kind === 'checked') return { V: pdfName(CHECKED_STATE), AS: pdfName(CHECKED_STATE) }
  const look =
    fill.kind === 'text'
      ? drawText(document, revision, field, fill.text)
      : drawPicture(document, revision, field, pictures(fill.png))
  return { V: textString(fill.text), AP: pdfDict({ N: look }) }
}

const isCheckbox = ({ get }: OwnField): boolean => {
  const type = get('FT')
  return isName(type) && type.value === 'Btn'
}

/**
 * Writes values and makes all named fields read-only, also empty ones: nothing may be filled in after the signature.
 *
 * @param names of the signer's fields, from /Lock
 * @throws PdfError PDF_FIELD_NOT_FOUND for another signer's field, or one of another type
 */
export const fillFormFields = (
  document: PdfDocument,
  revision: RevisionWriter,
  { names, fills }: { readonly names: readonly string[]; readonly fills: readonly FormFill[] },
): void => {
  if (fills.some((fill) => !names.includes(fill.name)))
    throw new PdfError('PDF_FIELD_NOT_FOUND', 'a form field of another signer')
  if (names.length === 0) return
  const fields = fieldsByName(document)
  const target = { document, revision, pictures: addPictures(revision) }
  for (const fieldName of names) {
    const field = required(fields, fieldName)
    const fill = fills.find((each) => each.name === fieldName)
    if (fill !== undefined && (fill.kind === 'checked') !== isCheckbox(field))
      throw new PdfError('PDF_FIELD_NOT_FOUND', `the form field '${fieldName}' is of another type`)
    const flags = Number(field.get('Ff') ?? 0) | FIELD_FLAGS.readOnly
    const entries = fill === undefined ? {} : valueEntries(target, field, fill)
    revision.put(field.ref, withEntries(field.dict, { ...entries, Ff: flags }))
  }
}

/** For /Lock (12.7.5.5) and FieldMDP (12.8.2.4). */
export const lockEntries = (names: readonly string[]): Record<string, PdfObject> => ({
  Action: pdfName('Include'),
  Fields: pdfArray(names.map(textString)),
})
