import { useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import type { Field, SavedField, TemporaryField } from '../fields/field-lifecycle.ts'
import { guestsOf } from './invitations.ts'
import { actionsOnSigners } from './signer-actions.ts'
import type { Person, Signer } from './signers.ts'
import { signersOf, withoutField } from './signers.ts'
import { useFieldEditing } from './use-field-editing.ts'
import { useFollowing } from './use-following.ts'
import { useInvitations } from './use-invitations.ts'
import { useSay } from './use-say.ts'

export type EditorDialog =
  | { readonly kind: 'none' }
  | { readonly kind: 'third-party' }
  | { readonly kind: 'repeat'; readonly field: TemporaryField }
  | { readonly kind: 'instructions' }
  | { readonly kind: 'invite' }
  | { readonly kind: 'call-off' }
  | { readonly kind: 'remove-field'; readonly field: Field }
  | { readonly kind: 'remove-signer'; readonly signer: Signer }
  | { readonly kind: 'leave' }
  /** One field, by double click. */
  | { readonly kind: 'sign'; readonly field: SavedField }
  /** All of the owner's fields, with review and identification. */
  | { readonly kind: 'sign-all' }

const noDialog: EditorDialog = { kind: 'none' }
const nobody: readonly Person[] = []

/** The server's state, or the local one until it arrives. */
const useCancelled = (file: UserFile) => {
  const [here, setHere] = useState<UserFile['cancelled']>(null)
  return {
    cancelled: file.cancelled ?? here,
    markCalledOff: (reason: string) => setHere({ at: new Date().toISOString(), by: null, reason }),
  }
}

export const useEditor = ({ file, onChanged }: Pick<DocumentEditorProps, 'file' | 'onChanged'>) => {
  const say = useSay()
  const [announcement, announce] = useState('')
  const [dialog, setDialog] = useState<EditorDialog>(noDialog)
  const [people, setPeople] = useState(nobody)
  const { cancelled, markCalledOff } = useCancelled(file)
  const editing = useFieldEditing({ file, cancelled, onChanged, say, announce })
  const { fields, lock, temporaries } = editing
  const invitations = useInvitations(file, dialog.kind === 'invite')
  const signers = signersOf(fields, people)
  const guests = guestsOf(fields, invitations.list)
  const following = useFollowing({
    file,
    say,
    onChanged,
    onSettled: invitations.reload,
    onSignerChanged: editing.reload,
  })

  return {
    file,
    ...editing,
    cancelled,
    markCalledOff,
    signers,
    guests,
    invitations,
    following,
    dialog,
    setDialog,
    closeDialog: () => setDialog(noDialog),
    say,
    announcement,
    announce,
    unsaved: cancelled === null && (temporaries.length > 0 || withoutField(signers).length > 0),
    ...actionsOnSigners({
      fields,
      lock,
      isCancelled: cancelled !== null,
      guests,
      say,
      setDialog,
      setPeople,
      actions: editing,
    }),
  }
}

export type Editor = ReturnType<typeof useEditor>
