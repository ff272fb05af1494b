import { FIELDS_PER_DOCUMENT_MAX } from 'shared/contract'
import type { TemporaryField } from '../../fields/field-lifecycle.ts'
import { type FieldToPlace, temporaryField } from '../../fields/new-field.ts'
import { editorTexts } from '../constants.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'
import { newIds } from './new-ids.ts'

/** Adds signature fields at places of the document, in one undo step; they save themselves like those placed by hand. */
export const placeSignatures =
  ({ model, readOnlyReason, notify, onEditing }: FieldActionsOptions) =>
  /** @returns undefined if the document takes no more fields; a notification says why */
  (fields: readonly FieldToPlace[]): readonly TemporaryField[] | undefined => {
    const isFull = model.fields.length + fields.length > FIELDS_PER_DOCUMENT_MAX
    const refusal = readOnlyReason ?? (isFull ? editorTexts.tooManyFields : undefined)
    if (refusal) {
      notify('warning', refusal)
      return undefined
    }
    const made = fields.map((field) => temporaryField(field, newIds))
    if (made.length > 0) model.dispatch({ type: 'added', kind: 'added', fields: made })
    onEditing()
    return made
  }
