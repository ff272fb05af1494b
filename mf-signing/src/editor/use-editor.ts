import { useState } from 'react'
import type { DocumentEditorProps } from 'shared/contract'
import type { Field, SavedField, TemporaryField } from '../fields/field-lifecycle.ts'
import { guestsOf } from './invitations.ts'
import { actionsOnSigners } from './signer-actions.ts'
import type { Person, Signer } from './signers.ts'
import { signersOf, withoutField } from './signers.ts'
import { useFieldEditing } from './use-field-editing.ts'
import { useInvitations } from './use-invitations.ts'
import { useSay } from './use-say.ts'

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

/** The editor of one document: its fields, its signers, its viewer, and everything that the owner can do with them. */
export const useEditor = ({ file, onChanged }: Pick<DocumentEditorProps, 'file' | 'onChanged'>) => {
  const say = useSay()
  const [announcement, announce] = useState('')
  const [dialog, setDialog] = useState<EditorDialog>(noDialog)
  const [people, setPeople] = useState(nobody)
  const editing = useFieldEditing({ file, onChanged, say, announce })
  const { fields, frozen, temporaries } = editing
  const invitations = useInvitations(file.id, file.revision, dialog.kind === 'invite')
  const signers = signersOf(fields, people)
  const guests = guestsOf(fields, invitations.list)

  return {
    file,
    ...editing,
    signers,
    guests,
    invitations,
    dialog,
    setDialog,
    closeDialog: () => setDialog(noDialog),
    say,
    announcement,
    announce,
    /** Something would be lost by leaving now. */
    unsaved: temporaries.length > 0 || withoutField(signers).length > 0,
    ...actionsOnSigners({ fields, frozen, guests, say, setDialog, setPeople, actions: editing }),
  }
}

export type Editor = ReturnType<typeof useEditor>
