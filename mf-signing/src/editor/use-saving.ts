import { useEffect, useState } from 'react'
import { currentAccessToken } from 'shared/http'
import { editorTexts, VIEW_RESET_AFTER_SAVE_MS } from './constants.ts'
import { saveFailure, saveFields, saveRefusal } from './save-fields.ts'
import type { PlacedFieldsModel } from './use-placed-fields.ts'
import type { Say } from './use-say.ts'

export interface SavingOptions {
  readonly model: PlacedFieldsModel
  readonly fileId: number
  readonly say: Say
  readonly onStart: () => void
  /** Saved; `complete` is false where fields are left that the server did not take. */
  readonly onEnd: (complete: boolean) => void
  /** The server has fields that it did not have before. */
  readonly onChanged: () => void
  /** Shows the whole page again. Keep it the same from render to render. */
  readonly resetView: () => void
}

/** Stores what is temporary. A second after everything is stored the whole page is shown again. */
export const useSaving = ({ model, fileId, say, onStart, onEnd, onChanged, resetView }: SavingOptions) => {
  const [savedAt, setSavedAt] = useState<symbol>()
  useEffect(() => {
    if (!savedAt) return
    const timer = setTimeout(resetView, VIEW_RESET_AFTER_SAVE_MS)
    return () => clearTimeout(timer)
  }, [savedAt, resetView])

  return async () => {
    const refusal = saveRefusal(model.fields, { fileId, token: currentAccessToken() })
    if (refusal) return say('warning', refusal)
    onStart()
    const outcome = await saveFields(model.fields, fileId)
    for (const step of outcome.saved) model.dispatch({ type: 'saved', ...step })
    onEnd(outcome.unsaved.length === 0)
    if (outcome.saved.length > 0) onChanged()
    if (outcome.frozen) model.reload()
    if (outcome.unsaved.length > 0) return say('error', saveFailure(outcome))
    say('success', editorTexts.saved(outcome.saved.length))
    setSavedAt(Symbol('saved'))
  }
}
