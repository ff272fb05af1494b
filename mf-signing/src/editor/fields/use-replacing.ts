import { useState } from 'react'
import type { PlacedField, SavedField } from '../../fields/field-lifecycle.ts'
import { isSaved } from '../../fields/field-lifecycle.ts'
import { temporaryField } from '../../fields/new-field.ts'
import { deletePlacedField } from './delete-field.ts'
import { newIds } from './new-ids.ts'
import type { AddingOptions } from './use-adding.ts'

/** The server cannot move a field: it is deleted and placed again. */
export const useReplacing = (options: AddingOptions) => {
  const { model, selection, readOnlyReason, notify, onEditing, onChanged, carry } = options
  const [asked, setAsked] = useState<number>()
  const [busy, setBusy] = useState(false)
  const dismiss = () => setAsked(undefined)

  const begin = async (field: SavedField) => {
    setBusy(true)
    const outcome = await deletePlacedField(field)
    setBusy(false)
    dismiss()
    if (outcome.frozen) model.reload()
    if (!outcome.removed) return notify('error', outcome.message)
    const made = temporaryField(field, newIds)
    model.dispatch({ type: 'reopened', id: field.id, field: made })
    selection.selectAndFocus(made.id)
    onEditing()
    carry(made.id)
    onChanged()
  }
  const found = model.fields.find((field) => field.id === asked)
  return {
    asked: !readOnlyReason && found && isSaved(found) ? found : undefined,
    busy,
    ask: (field: PlacedField) => {
      if (readOnlyReason) notify('warning', readOnlyReason)
      else if (isSaved(field)) setAsked(field.id)
    },
    begin: (field: SavedField) => {
      if (!busy && !readOnlyReason) void begin(field)
    },
    dismiss,
  }
}
