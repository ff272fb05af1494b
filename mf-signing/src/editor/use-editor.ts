import { useMemo, useState } from 'react'
import type { DocumentEditorProps } from 'shared/contract'
import { errorMessages } from 'shared/contract'
import { currentAccessToken, filesApi, refreshAccessToken } from 'shared/http'
import type { Field, SavedField, TemporaryField } from '../fields/field-lifecycle.ts'
import { isFrozen } from '../fields/field-lifecycle.ts'
import { useViewer } from '../viewer/use-viewer.ts'
import { editorTexts } from './constants.ts'
import { guestsOf } from './invitations.ts'
import { actionsOnSigners } from './signer-actions.ts'
import type { Person, Signer } from './signers.ts'
import { signersOf, withoutField } from './signers.ts'
import { useFieldActions } from './use-field-actions.ts'
import { useInvitations } from './use-invitations.ts'
import { usePlacedFields } from './use-placed-fields.ts'
import { useSaving } from './use-saving.ts'
import { useSay } from './use-say.ts'
import { useSelection } from './use-selection.ts'

/** What the owner does with the page: looks at it, places fields on it, or waits for them to be saved. */
export type EditorMode = 'reading' | 'editing' | 'saving'

/** What lies over the editor. */
export type EditorDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'third-party' }
  | { readonly kind: 'repeat'; readonly field: TemporaryField }
  | { readonly kind: 'instructions' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'remove-field'; readonly field: Field }
  | { readonly kind: 'remove-signer'; readonly signer: Signer }
  | { readonly kind: 'leave' }
  /** One field, by a double click on it. */
  | { readonly kind: 'sign'; readonly field: SavedField }
  /** All of the owner's fields, with review and identification. */
  | { readonly kind: 'sign-all' }

const noDialog: EditorDialog = { kind: 'none' }
const nobody: readonly Person[] = []

const useDocument = ({ id, download_url }: DocumentEditorProps['file']) =>
  useMemo(
    () =>
      download_url
        ? { url: filesApi.downloadUrl(id), token: currentAccessToken, renewToken: refreshAccessToken }
        : undefined,
    [id, download_url],
  )

/** The editor of one document: its fields, its signers, its viewer, and everything that the owner can do with them. */
export const useEditor = ({ file, onChanged }: Pick<DocumentEditorProps, 'file' | 'onChanged'>) => {
  const say = useSay()
  const [announcement, announce] = useState('')
  const [mode, setMode] = useState<EditorMode>('reading')
  const [dialog, setDialog] = useState<EditorDialog>(noDialog)
  const [people, setPeople] = useState(nobody)
  const selection = useSelection()
  const model = usePlacedFields(file.id, file.revision)
  const { fields } = model
  const { temporaries } = model.placed
  const invitations = useInvitations(file.id, file.revision, dialog.kind === 'invite')
  const frozen = isFrozen(fields)
  const viewer = useViewer(useDocument(file), {
    zoomBlocked: temporaries.length > 0,
    onRefresh: () => selection.select(undefined),
  })

  const actions = useFieldActions({
    model,
    viewer,
    selection,
    frozen,
    say,
    announce,
    onEditing: () => setMode('editing'),
    onChanged,
  })
  const save = useSaving({
    model,
    fileId: file.id,
    say,
    onStart: () => {
      selection.select(undefined)
      setMode('saving')
    },
    onEnd: (complete) => setMode(complete ? 'reading' : 'editing'),
    onChanged,
    resetView: viewer.resetView,
  })
  const cancel = () => {
    if (temporaries.length > 0) say('info', editorTexts.cancelled)
    model.dispatch({ type: 'temporaries-discarded' })
    selection.select(undefined)
    setMode('reading')
  }
  const edit = () => (frozen ? say('warning', errorMessages.DOCUMENT_FROZEN) : setMode('editing'))

  const signers = signersOf(fields, people)
  const guests = guestsOf(fields, invitations.list)
  const signerActions = actionsOnSigners({ fields, frozen, guests, say, setDialog, setPeople, actions })

  return {
    file,
    fields,
    temporaries,
    load: model.load,
    reload: model.reload,
    frozen,
    signers,
    guests,
    invitations,
    viewer,
    mode,
    edit,
    cancel,
    save,
    dialog,
    setDialog,
    closeDialog: () => setDialog(noDialog),
    selection,
    say,
    announcement,
    announce,
    /** Something would be lost by leaving now. */
    unsaved: temporaries.length > 0 || withoutField(signers).length > 0,
    ...actions,
    ...signerActions,
    markSigned: (id: number, signedAt: string) => model.dispatch({ type: 'signed', id, signedAt }),
  }
}

export type Editor = ReturnType<typeof useEditor>
