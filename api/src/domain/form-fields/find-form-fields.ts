import type { Selectable } from 'kysely'
import { type FormField, FormFieldRuleSchema, inReadingOrder } from 'shared/contract/form-fields'
import * as v from 'valibot'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { FormFieldTable } from '../../platform/database/schema.ts'

export type StoredFormField = Selectable<FormFieldTable>

export const viewFormField = (row: StoredFormField): FormField => ({
  id: row.id,
  signature_field_id: row.field_id,
  label: row.label,
  help: row.help,
  required: row.required === 1,
  page: row.page,
  x_relative: row.x,
  y_relative: row.y,
  width_relative: row.width,
  height_relative: row.height,
  position: row.position,
  rule: v.parse(FormFieldRuleSchema, JSON.parse(row.rule)),
  replaces: v.parse(v.array(v.string()), JSON.parse(row.replaces)),
  client_id: row.client_id,
  user_file_id: row.document_id,
})

/** By id. For people use `formFieldsOf`. */
export const formRowsOf = (db: ApiDatabase, documentId: number): Promise<StoredFormField[]> =>
  db.selectFrom('form_fields').selectAll().where('document_id', '=', documentId).orderBy('id').execute()

/** In the order of the owner's positions; fields without one follow by page, then from the top. */
export const formFieldsOf = async (db: ApiDatabase, documentId: number): Promise<FormField[]> =>
  inReadingOrder((await formRowsOf(db, documentId)).map(viewFormField))

/** @param field the signature field whose signer fills them in */
export const formFieldsOfSigner = async (
  db: ApiDatabase,
  field: { readonly id: number; readonly document_id: number },
): Promise<FormField[]> =>
  (await formFieldsOf(db, field.document_id)).filter(({ signature_field_id }) => signature_field_id === field.id)
