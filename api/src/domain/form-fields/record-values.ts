import { formValueText, isDrawing } from 'shared/contract/form-fields'
import type { Db } from '../../platform/database/open-database.ts'
import type { FilledField } from './check-values.ts'

/** Characters. */
const LOGGED_MAX = 200

export const describeValues = (filled: readonly FilledField[]): string =>
  filled
    .map(({ field, value }) => {
      const shown = [...formValueText(field, value).replaceAll('\n', ' / ')]
      return `${field.label}: ${shown.slice(0, LOGGED_MAX).join('')}${shown.length > LOGGED_MAX ? '…' : ''}`
    })
    .join(' · ')

export const recordValues = async (db: Db, filled: readonly FilledField[]): Promise<void> => {
  for (const { field, value } of filled)
    await db
      .updateTable('form_fields')
      .set({ value: isDrawing(value) ? null : JSON.stringify(value), shown_value: formValueText(field, value) })
      .where('id', '=', field.id)
      .execute()
}
