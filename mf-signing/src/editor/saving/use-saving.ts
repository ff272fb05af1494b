import { useEffect, useState } from 'react'
import { currentAccessToken } from 'shared/http'
import { editorTexts, VIEW_RESET_AFTER_SAVE_MS } from '../constants.ts'
import type { NotifyEditor } from '../use-notify.ts'
import { noDrafts, savingState, withoutDraft } from './drafts.ts'
import type { SaveOutcome } from './save-fields.ts'
import { isComplete, saveFailure, saveRefusal } from './save-fields.ts'
import { useAutosave } from './use-autosave.ts'
import type { FieldSync, SyncOptions } from './use-sync.ts'
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

/** A signature or the end of the document fixes the drafts. */
const useEndOfDrafts = ({ readOnly, drafts: { drafts, store }, model: { reload } }: FieldSavingOptions) => {
  const over = readOnly && drafts.size > 0
  useEffect(() => {
    if (!over) return
    store.set(noDrafts)
    reload()
  }, [over, store, reload])
}

const useFixing = ({ model: { dispatch }, drafts: { store } }: FieldSavingOptions, sync: FieldSync) => {
  const fix = ({ saved }: Pick<SaveOutcome, 'saved'>) => {
    for (const step of saved) dispatch({ type: 'saved', ...step })
    store.set(saved.reduce((left, { temporaryId }) => withoutDraft(left, temporaryId), store.get()))
  }
  const discard = async (): Promise<boolean> => {
    await sync.settled()
    const fields = sync.temporaries.current
    const saved = fields.flatMap(({ id }) => {
      const field = store.get().get(id)?.stored
      return field ? [{ temporaryId: id, field }] : []
    })
    fix({ saved })
    dispatch({ type: 'temporaries-discarded' })
    return saved.length < fields.length
  }
  return { fix, discard }
}

/** The explicit save fixes the fields; the autosave keeps them movable. */
export const useFieldSaving = (options: FieldSavingOptions) => {
  const { model, drafts, fileId, readOnly, isCarrying, notify, onStart, onEnd } = options
  const { temporaries } = model.placed
  const sync = useSync({ ...options, onRecovered: notify.clear })
  const { fix, discard } = useFixing(options, sync)
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
    fix(outcome)
    onEnd(isComplete(outcome))
    return outcome
  }
  const save = async () => {
    const refusal = saveRefusal(model.fields, { fileId, token: currentAccessToken() })
    if (refusal) return notify('warning', refusal)
    const outcome = await saveAll()
    if (!isComplete(outcome)) return notify('error', saveFailure(outcome))
    notify('success', editorTexts.saved(outcome.saved.length))
    resetView()
  }
  return { state, save, saveAll, flush: sync.sync, retry: () => void autosave(), discard }
}
