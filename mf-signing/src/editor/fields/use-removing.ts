import type { FieldId, PlacedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { DeleteOutcome } from './delete-field.ts'
import { deletePlacedField } from './delete-field.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'

export const useRemoving = ({ model, selection, readOnlyReason, notify, onChanged }: FieldActionsOptions) => {
  const reloadIfSigned = ({ frozen: signedMeanwhile }: DeleteOutcome) => signedMeanwhile && model.reload()

  const remove = async (field: PlacedField) => {
    if (readOnlyReason) return notify('warning', readOnlyReason)
    if (!model.fields.some(({ id }) => id === field.id)) return notify('error', editorTexts.fieldNotFound)
    const outcome = await deletePlacedField(field)
    notify(outcome.removed ? 'success' : 'error', outcome.message)
    reloadIfSigned(outcome)
    if (!outcome.removed) return
    model.dispatch({ type: 'removed', ids: [field.id] })
    selection.select(undefined)
    if (!isTemporary(field)) onChanged()
  }

  const removeAll = async (fields: readonly PlacedField[]): Promise<boolean> => {
    const gone: FieldId[] = []
    let failure: string | undefined
    for (const field of fields) {
      const outcome = await deletePlacedField(field)
      reloadIfSigned(outcome)
      if (outcome.removed) gone.push(field.id)
      else failure = outcome.message
    }
    model.dispatch({ type: 'removed', ids: gone })
    selection.select(undefined)
    if (fields.some((field) => gone.includes(field.id) && !isTemporary(field))) onChanged()
    if (failure) notify('error', failure)
    return failure === undefined
  }
  return { remove, removeAll }
}
