import { useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import type { Field } from '../fields/field-lifecycle.ts'
import type { EditorDialog } from './editor-dialog.ts'
import { guestsOf } from './invitations/invitations.ts'
import { useFollowing } from './invitations/use-following.ts'
import { useInvitations } from './invitations/use-invitations.ts'
import { signingStarter } from './owner-signing/start-signing.ts'
import { actionsOnSigners } from './signers/signer-actions.ts'
import type { Person } from './signers/signers.ts'
import { signersOf, withoutField } from './signers/signers.ts'
import { useFieldEditing } from './use-field-editing.ts'
import { useNotify } from './use-notify.ts'

const noDialog: EditorDialog = { kind: 'none' }
const nobody: readonly Person[] = []

const useDialogs = () => {
  const [shown, setShown] = useState<EditorDialog>(noDialog)
  return { shown, open: (dialog: EditorDialog) => setShown(dialog), close: () => setShown(noDialog) }
}

/** The server's state, or the local one until it arrives. */
const useCancellation = (file: UserFile) => {
  const [here, setHere] = useState<UserFile['cancelled']>(null)
  return {
    cancelled: file.cancelled ?? here,
    markCancelled: (reason: string) => setHere({ at: new Date().toISOString(), by: null, reason }),
  }
}

export const useEditor = ({ file, onChanged }: Pick<DocumentEditorProps, 'file' | 'onChanged'>) => {
  const notify = useNotify()
  const [announcement, announce] = useState('')
  const dialogs = useDialogs()
  const [people, setPeople] = useState(nobody)
  const cancellation = useCancellation(file)
  const { cancelled } = cancellation
  const { fields, removeAll, addThirdParty, ...models } = useFieldEditing({
    file,
    cancelled,
    onChanged,
    notify,
    announce,
  })
  const { all, readOnlyReason, reload } = fields
  const invitations = useInvitations(file, dialogs.shown.kind === 'invite')
  const guests = guestsOf(all, invitations.list)
  const following = useFollowing({ file, notify, onChanged, onSettled: invitations.reload, onSignerChanged: reload })
  const signers = signersOf(all, people)
  const isInvited = ({ id }: Field) => guests.some(({ field, state }) => field.id === id && state === 'standing')
  /** The guest's link stops working; no mail is sent. */
  const askToRemove = (field: Field) => {
    if (!readOnlyReason && isInvited(field)) return dialogs.open({ kind: 'remove-field', field })
    void fields.remove(field)
  }

  return {
    file,
    ...models,
    fields: { ...fields, askToRemove },
    signers: {
      list: signers,
      ...actionsOnSigners({ readOnlyReason, notify, openDialog: dialogs.open, setPeople, addThirdParty, removeAll }),
    },
    invitations: { ...invitations, guests, following },
    cancellation,
    dialogs,
    startSigning: signingStarter({ fields: all, isCancelled: cancelled !== null, notify, openDialog: dialogs.open }),
    notify,
    announcement,
    announce,
    unsaved: cancelled === null && (fields.temporaries.length > 0 || withoutField(signers).length > 0),
  }
}

export type Editor = ReturnType<typeof useEditor>
