import { useMemo, useRef, useState } from 'react'
import type { DocumentEditorProps } from 'shared/contract'
import { errorMessages } from 'shared/contract'
import { currentAccessToken, filesApi, refreshAccessToken } from 'shared/http'
import type { NotificationType } from 'shared/state'
import { notify, removeNotification, useSession } from 'shared/state'
import { DEFAULT_PAGE_SIZE, fieldDefaults, OWN_FIELD_SIZE, THIRD_PARTY_FIELD } from '../fields/constants.ts'
import type { Field, FieldId, NewField, SavedField } from '../fields/field-lifecycle.ts'
import { isFrozen, isSaved, isTemporary, temporaryField } from '../fields/field-lifecycle.ts'
import { centred, toFractions } from '../fields/geometry.ts'
import { useViewer } from '../viewer/use-viewer.ts'
import { editorTexts, VIEW_RESET_AFTER_SAVE_MS } from './constants.ts'
import { deleteField } from './delete-field.ts'
import { saveFields, saveRefusal } from './save-fields.ts'
import { useFields } from './use-fields.ts'

/** What the owner is doing: looking, placing fields, saving them, or signing one. */
export type EditorMode =
  | { readonly kind: 'reading' }
  | { readonly kind: 'editing' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'signing'; readonly field: SavedField }
  | { readonly kind: 'inviting' }

const ids = { now: () => Date.now(), random: () => Math.random() }

/** One message of the editor at a time: the next takes the place of the last, so that none covers the signers. */
const useSay = () => {
  const shown = useRef<string>(undefined)
  return (type: NotificationType, message: string): void => {
    if (shown.current !== undefined) removeNotification(shown.current)
    shown.current = notify({ type, message })
  }
}

/** The editor of one document: its fields, its viewer, and everything that the owner can do with them. */
export const useEditor = ({ file, onChanged }: Pick<DocumentEditorProps, 'file' | 'onChanged'>) => {
  const session = useSession()
  const say = useSay()
  const { fields, state, dispatch, retry } = useFields(file.id)
  const [mode, setMode] = useState<EditorMode>({ kind: 'reading' })
  const [selected, setSelected] = useState<FieldId>()
  const temporaries = fields.filter(isTemporary)
  const source = useMemo(
    () =>
      file.download_url
        ? { url: filesApi.downloadUrl(file.id), token: currentAccessToken, renewToken: refreshAccessToken }
        : undefined,
    [file.id, file.download_url],
  )
  const viewer = useViewer(source, { zoomBlocked: temporaries.length > 0 })
  const frozen = isFrozen(fields)

  /** A new field on the page that is on show. */
  const add = (field: Omit<NewField, 'page' | 'rect'>) => {
    if (frozen) return say('warning', errorMessages.DOCUMENT_FROZEN)
    const page = viewer.page.kind === 'ready' ? viewer.page.page.size : DEFAULT_PAGE_SIZE
    const place = field.type === 'primary' ? centred(OWN_FIELD_SIZE, page) : THIRD_PARTY_FIELD
    const made = temporaryField({ ...field, page: viewer.pageNumber, rect: toFractions(place, page) }, ids)
    dispatch({ type: 'added', field: made })
    setSelected(made.id)
    setMode({ kind: 'editing' })
    say('success', editorTexts.fieldAdded)
  }

  const addOwn = () => {
    const user = session.kind === 'authenticated' ? session.user : undefined
    const name = user ? `${user.first_name} ${user.last_name}`.trim() : ''
    add({
      type: 'primary',
      label: fieldDefaults.ownName,
      signerName: name || fieldDefaults.ownName,
      signerEmail: user?.email ?? '',
    })
  }
  const addThirdParty = ({ name, email }: { name: string; email: string }) => {
    add({ type: 'signature', label: fieldDefaults.thirdPartyLabel, signerName: name, signerEmail: email })
  }

  const remove = async (field: Field) => {
    if (frozen) return say('warning', errorMessages.DOCUMENT_FROZEN)
    const { removed, message } = await deleteField(field)
    say(removed ? 'success' : 'error', message)
    if (!removed) return
    dispatch({ type: 'removed', id: field.id })
    setSelected(undefined)
    if (!isTemporary(field)) onChanged()
  }

  const save = async () => {
    const refusal = saveRefusal(fields)
    if (refusal) return say('warning', refusal)
    setMode({ kind: 'saving' })
    const { saved, failure } = await saveFields(fields, file.id)
    for (const step of saved) dispatch({ type: 'saved', ...step })
    setSelected(undefined)
    setMode({ kind: failure ? 'editing' : 'reading' })
    if (saved.length > 0) onChanged()
    if (failure) return say('error', failure)
    say('success', editorTexts.saved(saved.length))
    setTimeout(viewer.resetView, VIEW_RESET_AFTER_SAVE_MS)
  }

  const cancel = () => {
    if (temporaries.length > 0) say('info', editorTexts.cancelled)
    dispatch({ type: 'temporaries-discarded' })
    setSelected(undefined)
    setMode({ kind: 'reading' })
  }

  /** The owner's own field is signed: the given one, or the first that waits. */
  const startSigning = (wanted?: Field) => {
    const own = fields.filter((field) => field.type === 'primary')
    const field = wanted ?? own.find(isSaved)
    if (field && isSaved(field)) return setMode({ kind: 'signing', field })
    const unsaved = own.some(isTemporary)
    say('warning', unsaved ? editorTexts.ownFieldUnsaved : editorTexts.ownFieldMissing)
  }

  return {
    fields,
    state,
    retry,
    viewer,
    mode,
    setMode,
    selected,
    setSelected,
    temporaries,
    frozen,
    addOwn,
    addThirdParty,
    remove,
    save,
    cancel,
    startSigning,
    place: (id: FieldId, rect: Field['rect']) => dispatch({ type: 'placed', id, rect }),
    markSigned: (id: number, signedAt: string) => dispatch({ type: 'signed', id, signedAt }),
    edit: () => setMode({ kind: 'editing' }),
  }
}

export type Editor = ReturnType<typeof useEditor>
