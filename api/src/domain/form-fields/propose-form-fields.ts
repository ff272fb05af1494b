import { openPdf, type PdfDocument, PdfError } from 'pdf'
import { inflateWithNode } from 'pdf/node'
import { type FillableField, fillableFields } from 'pdf/sign'
import { FORM_FIELDS_MAX, FORM_TEXT_MAX, type FormFieldRule, type ProposedFormField } from 'shared/contract/form-fields'
import { PDF_WORDS_MAX, wordsOfPdf } from '../../platform/names/words-of-pdf.ts'
import type { ApiServices } from '../../platform/services.ts'
import { ownDocument } from '../access/document-access.ts'
import { currentRevision } from '../documents/revisions.ts'
import { pdfFormName } from './check-values.ts'
import { formFieldsOf } from './find-form-fields.ts'

/** Characters, for fields of the PDF that set no `/MaxLen`. */
const TEXT_LENGTH = { line: 200, lines: 1000 } as const
/**
 * Options of a list, and buttons of a radio group. A longer list becomes a text; `replaces` in the contract has the
 * same limit.
 */
const OPTIONS_MAX = 50
/** Prefix of our own form fields, which are not proposed again. */
const OWN_NAME = pdfFormName({ id: '' })

/** `form1[0].name[0]` → `name`. */
const lastName = (name: string): string => name.slice(name.lastIndexOf('.') + 1).replace(/\[\d+\]$/, '')

const textRule = (length: number | undefined, multiline: boolean): FormFieldRule => {
  const usual = multiline ? TEXT_LENGTH.lines : TEXT_LENGTH.line
  const max = length !== undefined && Number.isInteger(length) && length > 0 ? length : usual
  return { kind: 'text', max_length: Math.min(max, FORM_TEXT_MAX), multiline }
}

const ruleOf = ({ type }: FillableField): FormFieldRule => {
  if (type.kind === 'checkbox') return type
  if (type.kind === 'text') return textRule(type.maxLength, type.multiline)
  const options = [...new Set(type.options.map(wordsOfPdf))].filter((option) => option !== '')
  const isList = options.length >= 2 && options.length <= OPTIONS_MAX
  return isList ? { kind: 'choice', options } : textRule(PDF_WORDS_MAX, false)
}

const propose = (field: FillableField, index: number): ProposedFormField => ({
  label: wordsOfPdf(field.tooltip) || wordsOfPdf(lastName(field.name)) || `Campo ${index + 1}`,
  help: '',
  required: field.required,
  page: field.page,
  x_relative: field.rect.x,
  y_relative: field.rect.y,
  width_relative: field.rect.width,
  height_relative: field.rect.height,
  position: null,
  rule: ruleOf(field),
  replaces: [...field.widgets],
})

/** A form that cannot be read proposes nothing; it must not keep the editor from opening. */
const readFillable = (document: PdfDocument): FillableField[] => {
  try {
    return fillableFields(document)
  } catch (error) {
    if (error instanceof PdfError) return []
    throw error
  }
}

/** Object numbers that a form field may hide: anything else would let an owner hide parts of the document. */
export const replaceableWidgets = (document: PdfDocument): ReadonlySet<string> =>
  new Set(readFillable(document).flatMap(({ widgets }) => widgets))

/** Offers the PDF's empty fields that no form field replaces yet, at most `FORM_FIELDS_MAX`. Stores nothing. */
export const proposeFormFields = async (
  { db, blobs }: Pick<ApiServices, 'db' | 'blobs'>,
  userId: number,
  documentId: number,
): Promise<ProposedFormField[]> => {
  const document = await ownDocument(db, userId, documentId)
  const replaced = new Set((await formFieldsOf(db, document.id)).flatMap(({ replaces }) => replaces))
  const { sha256 } = await currentRevision(db, document.id)
  const pdf = openPdf(await blobs.read(sha256), { inflate: inflateWithNode })
  return readFillable(pdf)
    .filter(({ name }) => !name.startsWith(OWN_NAME))
    .filter(({ widgets }) => widgets.length <= OPTIONS_MAX && widgets.every((widget) => !replaced.has(widget)))
    .slice(0, FORM_FIELDS_MAX)
    .map(propose)
}
