import { useEffect, useMemo, useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import { currentAccessToken, filesApi, refreshAccessToken } from 'shared/http'
import { useViewer } from '../viewer/use-viewer.ts'
import { editorTexts } from './constants.ts'
import { lockOf } from './lock.ts'
import { useFieldActions } from './use-field-actions.ts'
import { type PlacedFieldsModel, usePlacedFields } from './use-placed-fields.ts'
import { useSaving } from './use-saving.ts'
import type { Say } from './use-say.ts'
import { useSelection } from './use-selection.ts'

export type EditorMode = 'reading' | 'editing' | 'saving'

const useDocument = ({ id, download_url }: DocumentEditorProps['file']) =>
  useMemo(
    () =>
      download_url
        ? { url: filesApi.downloadUrl(id), token: currentAccessToken, renewToken: refreshAccessToken }
        : undefined,
    [id, download_url],
  )

/** Cancelling discards unsaved fields. */
const useEndOfEditing = (over: boolean, { dispatch }: PlacedFieldsModel, setMode: (mode: EditorMode) => void) => {
  useEffect(() => {
    if (!over) return
    dispatch({ type: 'temporaries-discarded' })
    setMode('reading')
  }, [over, dispatch, setMode])
}

export interface FieldEditingOptions extends Pick<DocumentEditorProps, 'file' | 'onChanged'> {
  readonly cancelled: UserFile['cancelled']
  readonly say: Say
  readonly announce: (words: string) => void
}

export const useFieldEditing = ({ file, cancelled, onChanged, say, announce }: FieldEditingOptions) => {
  const [mode, setMode] = useState<EditorMode>('reading')
  const selection = useSelection()
  const model = usePlacedFields(file.id, file.revision)
  const { temporaries } = model.placed
  const lock = lockOf(cancelled, model.fields)
  const deselect = () => selection.select(undefined)
  useEndOfEditing(cancelled !== null, model, setMode)
  const viewer = useViewer(useDocument(file), { zoomBlocked: temporaries.length > 0, onRefresh: deselect })
  const onEditing = () => setMode('editing')
  const actions = useFieldActions({ model, viewer, selection, lock, say, announce, onEditing, onChanged })
  const save = useSaving({
    model,
    fileId: file.id,
    say,
    onStart: () => {
      deselect()
      setMode('saving')
    },
    onEnd: (complete) => setMode(complete ? 'reading' : 'editing'),
    onChanged,
    resetView: viewer.resetView,
  })
  const cancel = () => {
    if (temporaries.length > 0) say('info', editorTexts.cancelled)
    model.dispatch({ type: 'temporaries-discarded' })
    deselect()
    setMode('reading')
  }

  return {
    fields: model.fields,
    temporaries,
    load: model.load,
    reload: model.reload,
    lock,
    /** Read-only; `lock` gives the reason. */
    frozen: lock !== undefined,
    viewer,
    mode,
    edit: () => (lock ? say('warning', lock) : onEditing()),
    cancel,
    save,
    selection,
    markSigned: (id: number, signedAt: string) => model.dispatch({ type: 'signed', id, signedAt }),
    ...actions,
  }
}
