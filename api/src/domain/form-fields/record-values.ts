import { formValueText, isDrawing } from 'shared/contract/form-fields'
import type { ApiDatabase } from '../../platform/database/open-database.ts'
import type { FilledField } from './check-values.ts'

/** Characters of one value in the audit log. The PDF and the certificate of completion have the whole value. */
const LOGGED_MAX = 200

/** One line for the audit log; a value in several lines is joined with slashes. */
export const describeValues = (filled: readonly FilledField[]): string =>
  filled
    .map(({ field, value }) => {
      const shown = [...formValueText(field, value).replaceAll('\n', ' / ')]
      return `${field.label}: ${shown.slice(0, LOGGED_MAX).join('')}${shown.length > LOGGED_MAX ? '…' : ''}`
    })
    .join(' · ')

/** Call it in the transaction of the signature. A drawing is not stored again: it is in the PDF. */
export const recordValues = async (db: ApiDatabase, filled: readonly FilledField[]): Promise<void> => {
  for (const { field, value } of filled)
    await db
      .updateTable('form_fields')
      .set({ value: isDrawing(value) ? null : JSON.stringify(value), shown_value: formValueText(field, value) })
      .where('id', '=', field.id)
      .execute()
}
