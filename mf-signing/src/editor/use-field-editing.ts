import { useEffect, useMemo, useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import { pageMessages } from 'shared/contract'
import { currentAccessToken, filesApi, refreshAccessToken } from 'shared/http'
import type { Field } from '../fields/field-lifecycle.ts'
import { isFrozen } from '../fields/field-lifecycle.ts'
import { useViewer } from '../viewer/use-viewer.ts'
import { editorTexts } from './constants.ts'
import { placeWith } from './fields/place-field.ts'
import { useAdding } from './fields/use-adding.ts'
import { useHistory } from './fields/use-history.ts'
import { type PlacedFieldsModel, usePlacedFields } from './fields/use-placed-fields.ts'
import { useRemoving } from './fields/use-removing.ts'
import { useSelection } from './fields/use-selection.ts'
import { useSaving } from './saving/use-saving.ts'
import type { Notify } from './use-notify.ts'

export type EditorMode = 'reading' | 'editing' | 'saving'

const readOnlyReasonOf = (cancelled: UserFile['cancelled'], fields: readonly Field[]): string | undefined => {
  if (cancelled) return editorTexts.documentCancelled
  return isFrozen(fields) ? pageMessages.DOCUMENT_FROZEN : undefined
}

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

const fieldsOf = (model: PlacedFieldsModel) => ({
  all: model.fields,
  temporaries: model.placed.temporaries,
  load: model.load,
  reload: model.reload,
  place: placeWith(model),
  markSigned: (id: number, signedAt: string) => model.dispatch({ type: 'signed', id, signedAt }),
})

export interface FieldEditingOptions extends Pick<DocumentEditorProps, 'file' | 'onChanged'> {
  readonly cancelled: UserFile['cancelled']
  readonly notify: Notify
  readonly announce: (words: string) => void
}

export const useFieldEditing = ({ file, cancelled, onChanged, notify, announce }: FieldEditingOptions) => {
  const [mode, setMode] = useState<EditorMode>('reading')
  const selection = useSelection()
  const model = usePlacedFields(file.id, file.revision)
  const { temporaries } = model.placed
  const readOnlyReason = readOnlyReasonOf(cancelled, model.fields)
  const deselect = () => selection.select(undefined)
  useEndOfEditing(cancelled !== null, model, setMode)
  const viewer = useViewer(useDocument(file), { zoomBlocked: temporaries.length > 0, onRefresh: deselect })
  const onEditing = () => setMode('editing')
  const options = { model, viewer, selection, readOnlyReason, notify, announce, onEditing, onChanged }
  const { addThirdParty, ...adding } = useAdding(options)
  const { remove, removeAll } = useRemoving(options)
  const save = useSaving({
    model,
    fileId: file.id,
    notify,
    onStart: () => {
      deselect()
      setMode('saving')
    },
    onEnd: (complete) => setMode(complete ? 'reading' : 'editing'),
    onChanged,
    resetView: viewer.resetView,
  })

  return {
    viewer,
    selection,
    fields: { ...fieldsOf(model), ...adding, readOnlyReason, remove },
    history: useHistory(options),
    editing: {
      mode,
      save,
      edit: () => (readOnlyReason ? notify('warning', readOnlyReason) : onEditing()),
      cancel: () => {
        if (temporaries.length > 0) notify('info', editorTexts.cancelled)
        model.dispatch({ type: 'temporaries-discarded' })
        deselect()
        setMode('reading')
      },
    },
    addThirdParty,
    removeAll,
  }
}
