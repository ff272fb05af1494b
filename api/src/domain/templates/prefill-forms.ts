import { FORM_FIELDS_MAX, FormValueSchema, formValueProblem } from 'shared/contract/form-fields'
import type { TemplateDescription } from 'shared/contract/templates'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import { ApiError, invalidInput } from '../../platform/http/api-error.ts'
import { keepDraft, PREFILLED } from '../documents/form-drafts.ts'
import { formColumnsOf } from './form-columns.ts'

/** Index in the template's `form_fields`, and its value: null leaves the field to its signer. */
export const PrefilledValuesSchema = v.pipe(
  v.array(v.tuple([v.number(), v.nullable(FormValueSchema.entries.value)])),
  v.maxLength(FORM_FIELDS_MAX),
)
export type PrefilledValues = v.InferOutput<typeof PrefilledValuesSchema>

/**
 * Checks values again, by the template that makes the document: a job may have been resumed with another version.
 *
 * @throws ApiError TEMPLATE_DAMAGED for a field that no column fills, VALIDATION for a value against its rule
 */
const checkPrefilled = (description: TemplateDescription, values: PrefilledValues): void => {
  const columns = formColumnsOf(description)
  for (const [index, value] of values) {
    const field = description.form_fields[index]
    if (field === undefined || columns.every((column) => column.field !== index)) throw new ApiError('TEMPLATE_DAMAGED')
    const problem = value === null ? undefined : formValueProblem({ ...field, required: false }, value)
    if (problem !== undefined) throw invalidInput(`form_values.${index}`, problem)
  }
}

interface NewForm {
  readonly documentId: number
  readonly description: TemplateDescription
  /** Of the stored form fields and the signature fields whose signers fill them in, in the order of the template's. */
  readonly stored: readonly { readonly id: number; readonly field_id: number }[]
  readonly now: number
}

/** Keeps values for the signers of a new document. They are no part of it until a signer sends them. */
export const prefillForms = async (
  db: ApiDatabase,
  { documentId, description, stored, now }: NewForm,
  values: PrefilledValues,
): Promise<void> => {
  checkPrefilled(description, values)
  const own = values.flatMap(([index, value]) => {
    const field = stored[index]
    return value === null || field === undefined ? [] : [{ ...field, value }]
  })
  for (const [fieldId, ofSigner] of Map.groupBy(own, ({ field_id }) => field_id)) {
    const drafted = ofSigner.map(({ id, value }) => ({ form_field_id: id, value }))
    await keepDraft(db, { fieldId, requester: PREFILLED }, { documentId, values: drafted, savedAt: now })
  }
}
