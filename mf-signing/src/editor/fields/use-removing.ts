import type { FieldId, PlacedField } from '../../fields/field-lifecycle.ts'
import { isTemporary } from '../../fields/field-lifecycle.ts'
import { editorTexts } from '../constants.ts'
import type { DeleteOutcome } from './delete-field.ts'
import { deletePlacedField } from './delete-field.ts'
import { asStored, withoutDraft } from './drafts.ts'
import type { FieldActionsOptions } from './field-actions-options.ts'

export const useRemoving = ({ model, drafts, selection, readOnlyReason, notify, onChanged }: FieldActionsOptions) => {
  const { store } = drafts
  const deleteNow = async (field: PlacedField) => {
    const stored = asStored(field, store.get())
    const outcome = await deletePlacedField(stored)
    if (outcome.removed && stored !== field) store.set(withoutDraft(store.get(), String(field.id)))
    return { ...outcome, wasStored: !isTemporary(stored) }
  }
  const reloadIfSigned = ({ frozen: signedMeanwhile }: DeleteOutcome) => signedMeanwhile && model.reload()

  const remove = async (field: PlacedField) => {
    if (readOnlyReason) return notify('warning', readOnlyReason)
    if (!model.fields.some(({ id }) => id === field.id)) return notify('error', editorTexts.fieldNotFound)
    const outcome = await deleteNow(field)
    notify(outcome.removed ? 'success' : 'error', outcome.message)
    reloadIfSigned(outcome)
    if (!outcome.removed) return
    model.dispatch({ type: 'removed', ids: [field.id] })
    selection.select(undefined)
    if (outcome.wasStored) onChanged()
  }

  const removeAll = async (fields: readonly PlacedField[]): Promise<boolean> => {
    const gone: FieldId[] = []
    let failure: string | undefined
    let changed = false
    for (const field of fields) {
      const outcome = await deleteNow(field)
      reloadIfSigned(outcome)
      if (outcome.removed) gone.push(field.id)
      else failure = outcome.message
      changed ||= outcome.removed && outcome.wasStored
    }
    model.dispatch({ type: 'removed', ids: gone })
    selection.select(undefined)
    if (changed) onChanged()
    if (failure) notify('error', failure)
    return failure === undefined
  }
  return { remove, removeAll }
}
