import type { FillProblem, FormFieldToPrepare, FormFieldType, FormFill } from 'pdf/sign'
import {
  type FormField,
  type FormFieldRule,
  type FormValue,
  FormValuesSchema,
  formValueProblem,
  formValueText,
  isDrawing,
  isEmptyValue,
} from 'shared/contract/form-fields'
import * as v from 'valibot'
import { ApiError } from '../../platform/http/api-error.ts'

/** Only fields with a value: an empty optional one is left as prepared. */
export interface FilledField {
  readonly field: FormField
  readonly value: FormValue['value']
}

/**
 * Name of the AcroForm field (`/T`). Called with an empty id it is the prefix that tells our fields from the PDF's
 * own.
 */
export const pdfFormName = ({ id }: { readonly id: FormField['id'] | '' }): string => `trazo-form-${id}`

const valuesError = (problems: readonly (readonly [id: number, message: string])[]): ApiError =>
  new ApiError('FORM_VALUES_INVALID', {
    message: problems.map(([, message]) => message).join(' '),
    fields: Object.fromEntries(problems.map(([id, message]) => [`form_values.${id}`, message])),
  })

const parseValues = (given: unknown): FormValue[] => {
  const parsed = v.safeParse(FormValuesSchema, given ?? [])
  if (!parsed.success) throw new ApiError('VALIDATION', { fields: { form_values: 'Los datos no se pueden leer.' } })
  return parsed.output
}

/**
 * Values may name only fields of the signer who signs.
 *
 * @throws ApiError FORM_FIELD_OF_OTHER, VALIDATION if a field comes twice
 */
export const ownValues = (own: readonly FormField[], values: readonly FormValue[]): readonly FormValue[] => {
  const ids = values.map(({ form_field_id }) => form_field_id)
  if (ids.some((id) => own.every((field) => field.id !== id))) throw new ApiError('FORM_FIELD_OF_OTHER')
  if (new Set(ids).size < ids.length)
    throw new ApiError('VALIDATION', { fields: { form_values: 'Un campo viene dos veces.' } })
  return values
}

/**
 * Validates again what the page validated, with the same `formValueProblem`, and reports all problems at once.
 *
 * @param own all form fields of the signer, also those without a value: a required one is missing then
 * @param given not parsed yet
 * @throws ApiError FORM_VALUES_INVALID with `form_values.<id>` for each problem
 */
export const checkValues = (own: readonly FormField[], given: unknown): FilledField[] => {
  const values = new Map(ownValues(own, parseValues(given)).map((each) => [each.form_field_id, each.value]))
  const problems = own.flatMap((field): [number, string][] => {
    const message = formValueProblem(field, values.get(field.id))
    return message === undefined ? [] : [[field.id, message]]
  })
  if (problems.length > 0) throw valuesError(problems)
  return own.flatMap((field) => {
    const value = values.get(field.id)
    return value === undefined || isEmptyValue(value) ? [] : [{ field, value }]
  })
}

/** The form in which a request keeps its values until it is signed. */
export const toValues = (filled: readonly FilledField[]): FormValue[] =>
  filled.map(({ field, value }) => ({ form_field_id: field.id, value }))

/** The PDF's value of drawn initials. It is part of signed bytes: a verifier of older documents shows it too. */
const DRAWN = 'Iniciales dibujadas'

/** Drawn initials arrive as a `data:image/png;base64,…` URL. */
export const toFill = ({ field, value }: FilledField): FormFill => {
  const name = pdfFormName(field)
  if (typeof value === 'boolean') return { name, kind: 'checked' }
  if (!isDrawing(value)) return { name, kind: 'text', text: formValueText(field, value) }
  const png = new Uint8Array(Buffer.from(value.slice(value.indexOf(',') + 1), 'base64'))
  return { name, kind: 'drawing', png, text: DRAWN }
}

const problemText = ({ label }: FormField, found: FillProblem): string => {
  if (found.problem === 'characters')
    return `«${label}» tiene caracteres que no se pueden escribir en el documento: ${found.characters.join(' ')}`
  return `«${label}» no cabe en su espacio: caben unos ${found.limit} caracteres. Hay que acortarlo.`
}

/**
 * Refuses before anything is written: whether a value fits is known only when it is set in the field's font.
 *
 * @param problems of `pdf/sign`, by the PDF's field name
 * @throws ApiError FORM_VALUES_INVALID
 */
export const refuseUnfitting = (filled: readonly FilledField[], problems: readonly FillProblem[]): void => {
  const found = filled.flatMap(({ field }): [number, string][] => {
    const problem = problems.find(({ name }) => name === pdfFormName(field))
    return problem === undefined ? [] : [[field.id, problemText(field, problem)]]
  })
  if (found.length > 0) throw valuesError(found)
}

const typeOf = (rule: FormFieldRule): FormFieldType => {
  if (rule.kind === 'checkbox') return { kind: 'checkbox' }
  if (rule.kind === 'choice') return { kind: 'choice', options: rule.options }
  return { kind: 'text', multiline: rule.kind === 'text' && rule.multiline }
}

/**
 * Initials, dates and numbers become text fields. Initials are no push buttons, because a button has no value: a
 * verifier could not tell a filled one from a swapped appearance.
 */
export const toPdfField = (field: FormField): FormFieldToPrepare => ({
  name: pdfFormName(field),
  page: field.page,
  rect: { x: field.x_relative, y: field.y_relative, width: field.width_relative, height: field.height_relative },
  tooltip: field.label,
  required: field.required,
  type: typeOf(field.rule),
  replaces: field.replaces,
})
