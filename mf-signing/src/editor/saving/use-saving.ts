import { useEffect, useState } from 'react'
import { currentAccessToken } from 'shared/http'
import { editorTexts, VIEW_RESET_AFTER_SAVE_MS } from '../constants.ts'
import type { PlacedFieldsModel } from '../fields/use-placed-fields.ts'
import type { Notify } from '../use-notify.ts'
import { saveFailure, saveFields, saveRefusal } from './save-fields.ts'

export interface SavingOptions {
  readonly model: PlacedFieldsModel
  readonly fileId: number
  readonly notify: Notify
  readonly onStart: () => void
  /** `complete`: the server accepted all fields. */
  readonly onEnd: (complete: boolean) => void
  readonly onChanged: () => void
  /** Must be stable. */
  readonly resetView: () => void
}

/** Resets the view after a successful save. */
export const useSaving = ({ model, fileId, notify, onStart, onEnd, onChanged, resetView }: SavingOptions) => {
  const [savedAt, setSavedAt] = useState<symbol>()
  useEffect(() => {
    if (!savedAt) return
    const timer = setTimeout(resetView, VIEW_RESET_AFTER_SAVE_MS)
    return () => clearTimeout(timer)
  }, [savedAt, resetView])

  return async () => {
    const refusal = saveRefusal(model.fields, { fileId, token: currentAccessToken() })
    if (refusal) return notify('warning', refusal)
    onStart()
    const outcome = await saveFields(model.fields, fileId)
    for (const step of outcome.saved) model.dispatch({ type: 'saved', ...step })
    onEnd(outcome.unsaved.length === 0)
    if (outcome.saved.length > 0) onChanged()
    if (outcome.frozen) model.reload()
    if (outcome.unsaved.length > 0) return notify('error', saveFailure(outcome))
    notify('success', editorTexts.saved(outcome.saved.length))
    setSavedAt(Symbol('saved'))
  }
}
