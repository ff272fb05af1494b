import { useEffect, useMemo, useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import { pageMessages } from 'shared/contract'
import { currentAccessToken, filesApi, refreshAccessToken } from 'shared/http'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import { isFrozen, isTemporary } from '../fields/field-lifecycle.ts'
import { useViewer } from '../viewer/use-viewer.ts'
import { editorTexts } from './constants.ts'
import { asStored, isSynced, type SavingState, storedFieldOf, unstored } from './fields/drafts.ts'
import type { FieldActionsOptions } from './fields/field-actions-options.ts'
import { type DraftsModel, useDrafts } from './fields/use-drafts.ts'
import { useFieldActions } from './fields/use-field-actions.ts'
import { type PlacedFieldsModel, usePlacedFields } from './fields/use-placed-fields.ts'
import { useSelection } from './fields/use-selection.ts'
import { formFieldTexts } from './form-fields/texts.ts'
import { type FormFieldsModel, useFormFields } from './form-fields/use-form-fields.ts'
import { useHistory } from './placing/use-history.ts'
import { isComplete, saveFailure } from './saving/save-fields.ts'
import { fixing, useMovable } from './saving/use-movable.ts'
import { useFieldSaving } from './saving/use-saving.ts'
import { signersOf } from './signers/signers.ts'
import type { NotifyEditor } from './use-notify.ts'

export type EditorMode = 'reading' | 'editing' | 'saving'

const readOnlyReasonOf = (cancelled: UserFile['cancelled'], fields: readonly PlacedField[]): string | undefined => {
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

/** A person who may not edit any more reads. */
const useEndOfEditing = (over: boolean, setMode: (mode: EditorMode) => void) => {
  useEffect(() => {
    if (over) setMode('reading')
  }, [over, setMode])
}

const fieldsOf = (model: PlacedFieldsModel, drafts: DraftsModel) => ({
  /** As they can be placed: drafts are temporary. */
  all: model.fields,
  /** As people and the server see them: drafts are saved. */
  settled: model.fields.map((field) => asStored(field, drafts.drafts)),
  settle: (field: PlacedField) => asStored(field, drafts.drafts),
  temporaries: model.placed.temporaries,
  unsaved: unstored(model.placed.temporaries, drafts.drafts).length,
  load: model.load,
  reload: model.reload,
  markSigned: (id: number, signedAt: string) => {
    fixing({ model, drafts })((stored) => stored === id)
    model.dispatch({ type: 'signed', id, signedAt })
  },
})

const storedSignatures = (fields: readonly PlacedField[], { drafts }: DraftsModel) => {
  const idOf = (field: PlacedField): number | undefined =>
    isTemporary(field) ? storedFieldOf(field, drafts)?.id : field.id
  const signers = signersOf(fields)
  return {
    signatureIdOf: (signer: string): number | undefined =>
      signers
        .find(({ key }) => key === signer)
        ?.fields.map(idOf)
        .find((id) => id !== undefined),
    signerOf: (signatureId: number): string =>
      signers.find((signer) => signer.fields.some((field) => idOf(field) === signatureId))?.key ?? '',
  }
}

const urgency: readonly SavingState[] = ['failed', 'saving', 'waiting', 'saved']

const withForms = (editing: ReturnType<typeof useEditing>, forms: FormFieldsModel) => ({
  ...editing,
  state: urgency.find((state) => state === editing.state || state === forms.state) ?? ('empty' as const),
  retry: () => {
    if (editing.state === 'failed') editing.retry()
    if (forms.state === 'failed') void forms.sync()
  },
  saveAll: async () => {
    const outcome = await editing.saveAll()
    await forms.sync()
    return outcome
  },
  flush: async (): Promise<string | undefined> => {
    const outcome = await editing.flush()
    if (!isComplete(outcome)) return saveFailure(outcome)
    return (await forms.sync()) ? undefined : formFieldTexts.saveFailed
  },
})

interface EditingOptions extends FieldActionsOptions {
  readonly fileId: number
  readonly mode: EditorMode
  readonly setMode: (mode: EditorMode) => void
  readonly isCarrying: boolean
}

const useEditing = ({ mode, setMode, isCarrying, ...options }: EditingOptions) => {
  const { selection, viewer, readOnlyReason, notify, onEditing } = options
  const deselect = () => selection.select(undefined)
  const saving = useFieldSaving({
    ...options,
    readOnly: readOnlyReason !== undefined,
    isCarrying,
    onStart: () => {
      deselect()
      setMode('saving')
    },
    onEnd: (complete) => setMode(complete ? 'reading' : 'editing'),
    resetView: viewer.resetView,
  })
  const cancel = () => {
    if (saving.takeBack()) notify('info', editorTexts.cancelled)
    deselect()
    setMode('reading')
  }
  return {
    mode,
    ...saving,
    edit: () => (readOnlyReason ? notify('warning', readOnlyReason) : onEditing()),
    cancel,
  }
}

export interface FieldEditingOptions extends Pick<DocumentEditorProps, 'file' | 'onChanged'> {
  readonly cancelled: UserFile['cancelled']
  /** Ids of the fields whose signers were invited; undefined while unknown. */
  readonly invited: ReadonlySet<number> | undefined
  readonly notify: NotifyEditor
  readonly announce: (words: string) => void
}

export const useDocumentFieldEditing = (given: FieldEditingOptions) => {
  const { file, cancelled, invited, onChanged, notify, announce } = given
  const isTemplate = file.template_edit !== undefined
  const [mode, setMode] = useState<EditorMode>(isTemplate ? 'editing' : 'reading')
  const selection = useSelection()
  const drafts = useDrafts()
  const model = usePlacedFields(file.id, file.revision, drafts)
  const { temporaries } = model.placed
  const readOnlyReason = readOnlyReasonOf(cancelled, model.fields)
  const deselect = () => selection.select(undefined)
  useMovable({ model, drafts, invited, readOnly: readOnlyReason !== undefined })
  useEndOfEditing(readOnlyReason !== undefined, setMode)
  const viewer = useViewer(useDocument(file), {
    zoomBlocked: isSynced(temporaries, drafts.drafts) ? undefined : editorTexts.zoomBlocked,
    onRefresh: deselect,
  })
  const onEditing = () => setMode('editing')
  const options = { model, drafts, viewer, selection, readOnlyReason, notify, announce, onEditing, onChanged }
  const { fields, ...actions } = useFieldActions(options)
  const forms = useFormFields({
    ...options,
    fileId: file.id,
    ...storedSignatures(model.fields, drafts),
  })
  const editing = useEditing({
    ...options,
    fileId: file.id,
    mode,
    setMode,
    isCarrying: fields.carrying.field !== undefined || forms.carrying.field !== undefined,
  })

  return {
    viewer,
    selection,
    fields: { ...fieldsOf(model, drafts), ...fields, readOnlyReason, ofTemplate: isTemplate },
    forms,
    history: useHistory({ ...options, forms }),
    editing: withForms(editing, forms),
    ...actions,
  }
}
