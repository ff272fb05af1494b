import { useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import type { EditorDialog } from './editor-dialog.ts'
import { guestsOf } from './invitations/invitations.ts'
import { useFollowing } from './invitations/use-following.ts'
import { useInvitations } from './invitations/use-invitations.ts'
import { actionsOnSigners } from './signers/signer-actions.ts'
import type { Person } from './signers/signers.ts'
import { signersOf, withoutField } from './signers/signers.ts'
import { useFieldEditing } from './use-field-editing.ts'
import { useSay } from './use-say.ts'

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
      isInvited: (field) => guests.some((guest) => guest.field.id === field.id && guest.state === 'standing'),
      say,
      setDialog,
      setPeople,
      actions: editing,
    }),
  }
}

export type Editor = ReturnType<typeof useEditor>
