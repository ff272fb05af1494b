import * as v from 'valibot'

export {
  FORM_DRAWING_MAX,
  FORM_FIELDS_MAX,
  FORM_TEXT_MAX,
  type FormFieldKind,
  type FormFieldRule,
  FormFieldRuleSchema,
  INITIALS_MAX,
} from './form-rules.ts'
export {
  formValueProblem,
  formValuesText,
  formValueText,
  inReadingOrder,
  isDrawing,
  isEmptyValue,
} from './form-values.ts'

import { callOf } from '../values/call-of.ts'
import { FieldIdParams, IdParams } from '../values/id-params.ts'
import { IdParamSchema, IdSchema, InstantSchema } from '../values/ids.ts'
import { visibleLine } from '../values/visible-name.ts'
import { FORM_DRAWING_MAX, FORM_FIELDS_MAX, FormFieldRuleSchema, ReplacedSchema } from './form-rules.ts'

const Fraction = v.pipe(v.number(), v.minValue(0), v.maxValue(1))

const described = {
  label: v.pipe(visibleLine(100), v.nonEmpty('Falta el nombre del campo.')),
  help: v.optional(visibleLine(300), ''),
  required: v.boolean(),
  page: v.pipe(v.number(), v.integer(), v.minValue(1)),
  x_relative: Fraction,
  y_relative: Fraction,
  width_relative: Fraction,
  height_relative: Fraction,
  /** Null: after the others, by page, y and x. */
  position: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))), null),
  rule: FormFieldRuleSchema,
  replaces: ReplacedSchema,
}
const changeable = { signature_field_id: IdSchema, ...described }

const ProposedFormFieldSchema = v.object(described)
/** An empty field of the PDF's own form, ready to be created. */
export type ProposedFormField = v.InferOutput<typeof ProposedFormFieldSchema>

/** All settings: a change replaces them. */
export const ChangeFormFieldSchema = v.object(changeable)
export type ChangeFormField = v.InferInput<typeof ChangeFormFieldSchema>

/** A repeated `client_id` with equal settings returns the first field. */
export const CreateFormFieldSchema = v.object({
  ...changeable,
  client_id: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)),
  user_file_id: IdSchema,
})
export type CreateFormField = v.InferInput<typeof CreateFormFieldSchema>

export const FormFieldSchema = v.object({ id: IdSchema, ...CreateFormFieldSchema.entries })
export type FormField = v.InferOutput<typeof FormFieldSchema>

/** Dates as `2026-01-31`; initials typed, or a PNG data URL. */
export const FormValueSchema = v.object({
  form_field_id: IdSchema,
  value: v.union([v.boolean(), v.pipe(v.string(), v.maxLength(FORM_DRAWING_MAX))]),
})
export type FormValue = v.InferOutput<typeof FormValueSchema>

/** Values without their rules: `formValueProblem` checks them. */
export const FormValuesSchema = v.pipe(v.array(FormValueSchema), v.maxLength(FORM_FIELDS_MAX))

export const listFormFieldsCall = callOf('listFormFields', 'GET', '/home/api/form-fields/', {
  query: v.object({ user_file_id: IdParamSchema }),
  reply: v.array(FormFieldSchema),
})

/** Without those that a form field replaces already. */
export const proposeFormFieldsCall = callOf('proposeFormFields', 'GET', '/home/api/form-field-proposals/', {
  query: v.object({ user_file_id: IdParamSchema }),
  reply: v.array(ProposedFormFieldSchema),
})

/** Refused once the document has a signature, as changing and deleting. */
export const createFormFieldCall = callOf('createFormField', 'POST', '/home/api/form-fields/', {
  body: CreateFormFieldSchema,
  reply: FormFieldSchema,
})

export const changeFormFieldCall = callOf('changeFormField', 'PUT', '/home/api/form-fields/:id/', {
  params: IdParams,
  body: ChangeFormFieldSchema,
  reply: FormFieldSchema,
})

export const deleteFormFieldCall = callOf('deleteFormField', 'DELETE', '/home/api/form-fields/:id/', {
  params: IdParams,
  reply: v.object({ success: v.boolean() }),
})

const FORM_PATH = '/home/api/signature-fields/:fieldId/form/'

/**
 * Signers get their values; a field link that is opened before identification gets fields only. `prefilled`: what the
 * sender proposes; no value of it is signed unless the signer sends it.
 */
export const readFormCall = callOf('readForm', 'GET', FORM_PATH, {
  params: FieldIdParams,
  reply: v.object({
    fields: v.array(FormFieldSchema),
    values: v.array(FormValueSchema),
    prefilled: v.optional(v.array(FormValueSchema), []),
    draft_saved_at: v.nullable(InstantSchema),
    /** In Costa Rica, `2026-01-31`. */
    today: v.string(),
  }),
})

/** Values may be incomplete or wrong; only signing checks them. */
export const saveFormDraftCall = callOf('saveFormDraft', 'PUT', FORM_PATH, {
  params: FieldIdParams,
  body: v.object({ values: FormValuesSchema }),
  reply: v.object({ draft_saved_at: InstantSchema }),
})
