import { useEffect, useState } from 'react'
import { currentAccessToken } from 'shared/http'
import type { PlacedField } from '../../fields/field-lifecycle.ts'
import { isSameList } from '../../fields/history.ts'
import { editorTexts, VIEW_RESET_AFTER_SAVE_MS } from '../constants.ts'
import { asStored, savingState, unstored } from '../fields/drafts.ts'
import type { NotifyEditor } from '../use-notify.ts'
import type { SaveOutcome } from './save-fields.ts'
import { isComplete, saveFailure, saveRefusal } from './save-fields.ts'
import { useAutosave } from './use-autosave.ts'
import { useEndOfDrafts } from './use-movable.ts'
import type { SyncOptions } from './use-sync.ts'
import { useSync } from './use-sync.ts'

export interface FieldSavingOptions extends Omit<SyncOptions, 'onRecovered'> {
  readonly readOnly: boolean
  readonly isCarrying: boolean
  readonly notify: NotifyEditor
  readonly onStart: () => void
  /** `complete`: the server accepted all fields. */
  readonly onEnd: (complete: boolean) => void
  /** Must be stable. */
  readonly resetView: () => void
}

const useResetAfterSave = (resetView: () => void) => {
  const [savedAt, setSavedAt] = useState<symbol>()
  useEffect(() => {
    if (!savedAt) return
    const timer = setTimeout(resetView, VIEW_RESET_AFTER_SAVE_MS)
    return () => clearTimeout(timer)
  }, [savedAt, resetView])
  return () => setSavedAt(Symbol('saved'))
}

/** Fields save themselves; the explicit save does it now, and ends the visit of the edit mode. */
export const useFieldSaving = (options: FieldSavingOptions) => {
  const { model, drafts, fileId, readOnly, isCarrying, notify, onStart, onEnd } = options
  const { temporaries } = model.placed
  const sync = useSync({ ...options, onRecovered: notify.clear })
  const resetView = useResetAfterSave(options.resetView)
  useEndOfDrafts(options)
  const state = savingState({ ...sync, temporaries, drafts: drafts.drafts })

  const autosave = async () => {
    const outcome = await sync.sync()
    if (!isComplete(outcome)) notify('error', saveFailure(outcome))
  }
  useAutosave({ state, temporaries, enabled: !readOnly && !isCarrying, save: () => void autosave() })

  const saveAll = async (): Promise<SaveOutcome> => {
    onStart()
    const outcome = await sync.sync()
    onEnd(isComplete(outcome))
    return outcome
  }
  const save = async () => {
    const count = unstored(temporaries, drafts.drafts).length
    const refusal = saveRefusal({ fileId, token: currentAccessToken(), fields: model.fields.length, unsaved: count })
    if (refusal) return notify('warning', refusal)
    const outcome = await saveAll()
    if (!isComplete(outcome)) return notify('error', saveFailure(outcome))
    model.dispatch({ type: 'visit-begun' })
    notify('success', editorTexts.saved(count))
    resetView()
  }
  /** Takes back what this visit changed; undoing it is one step. Returns false if there was nothing. */
  const takeBack = (): boolean => {
    const same = isSameList(model.placed.start, temporaries)
    if (!same) model.dispatch({ type: 'visit-cancelled' })
    return !same
  }
  /** The fields of this moment, also between renders. */
  const current = (): readonly PlacedField[] =>
    [...model.placed.stored, ...sync.temporaries.current].map((field) => asStored(field, drafts.store.get()))
  return { state, save, saveAll, flush: sync.sync, retry: () => void autosave(), takeBack, current }
}
