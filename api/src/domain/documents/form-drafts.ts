import { type FormField, type FormValue, FormValuesSchema } from 'shared/contract/form-fields'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'

/** In the place of a requester: values that the sender proposes. No name of a requester is without a colon. */
export const PREFILLED = 'prefilled'

interface DraftOf {
  readonly fieldId: number
  /** As `requesterName`: sessions of a public link are strangers. Or `PREFILLED`. */
  readonly requester: string
}

export interface FormDraft {
  readonly values: readonly FormValue[]
  readonly savedAt: number
}

export const findDraft = async (db: ApiDatabase, { fieldId, requester }: DraftOf): Promise<FormDraft | undefined> => {
  const row = await db
    .selectFrom('form_drafts')
    .selectAll()
    .where('field_id', '=', fieldId)
    .where('requester', '=', requester)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { values: v.parse(FormValuesSchema, JSON.parse(row.form_values)), savedAt: row.saved_at }
}

/** Without values of form fields that were deleted since. */
export const draftValues = (draft: FormDraft | undefined, fields: readonly Pick<FormField, 'id'>[]): FormValue[] =>
  (draft?.values ?? []).filter(({ form_field_id }) => fields.some(({ id }) => id === form_field_id))

/** Replaces the earlier draft as a whole. Call it under the document's lock: signing and revoking remove drafts. */
export const keepDraft = async (
  db: ApiDatabase,
  { fieldId, requester }: DraftOf,
  { documentId, values, savedAt }: FormDraft & { readonly documentId: number },
): Promise<void> => {
  const row = { document_id: documentId, form_values: JSON.stringify(values), saved_at: savedAt }
  await db
    .insertInto('form_drafts')
    .values({ field_id: fieldId, requester, ...row })
    .onConflict((conflict) => conflict.columns(['field_id', 'requester']).doUpdateSet(row))
    .execute()
}

/** What signers wrote, except in `kept`. The sender's values stay for the next invitation. */
export const forgetOwnDrafts = async (
  db: ApiDatabase,
  fieldId: number,
  kept: readonly DraftOf['requester'][],
): Promise<void> => {
  await db
    .deleteFrom('form_drafts')
    .where('field_id', '=', fieldId)
    .where('requester', 'not in', [PREFILLED, ...kept])
    .execute()
}

/** Of all requesters and of the sender: once a field is signed, no draft for it may stay. */
export const forgetDrafts = async (db: ApiDatabase, fieldId: number): Promise<void> => {
  await db.deleteFrom('form_drafts').where('field_id', '=', fieldId).execute()
}
