import { useState } from 'react'
import type { DocumentEditorProps, UserFile } from 'shared/contract'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import type { EditorDialog } from './editor-dialog.ts'
import { isInvited } from './fields/is-invited.ts'
import { guestsOf } from './invitations/invitations.ts'
import { usePersonalMessage } from './invitations/message/use-personal-message.ts'
import { useFollowing } from './invitations/use-following.ts'
import { useInvitations } from './invitations/use-invitations.ts'
import { useSaveToInvite } from './invitations/use-save-to-invite.ts'
import { signingStarter } from './owner-signing/start-signing.ts'
import { primaryAction } from './primary-action.ts'
import { isUnsaved } from './saving/drafts.ts'
import { actionsOnSigners } from './signers/signer-actions.ts'
import type { SignerPerson } from './signers/signers.ts'
import { signersOf, withoutField } from './signers/signers.ts'
import { useTemplateEdit } from './template-edit/use-template-edit.ts'
import { useDocumentFieldEditing } from './use-field-editing.ts'
import { type NotifyEditor, useNotify } from './use-notify.ts'

const noDialog: EditorDialog = { kind: 'none' }
const nobody: readonly SignerPerson[] = []

const useDialogs = () => {
  const [shown, setShown] = useState<EditorDialog>(noDialog)
  return { shown, open: (dialog: EditorDialog) => setShown(dialog), close: () => setShown(noDialog) }
}

const useCancellation = (file: UserFile) => {
  const [here, setHere] = useState<UserFile['cancelled']>(null)
  return {
    cancelled: file.cancelled ?? here,
    markCancelled: (reason: string) => setHere({ at: new Date().toISOString(), by: null, reason }),
  }
}

interface GuestsOptions extends Pick<DocumentEditorProps, 'file' | 'onChanged'> {
  readonly fields: ReturnType<typeof useDocumentFieldEditing>['fields']
  readonly watching: boolean
  readonly notify: NotifyEditor
}

const useGuests = ({ file, fields, watching, notify, onChanged }: GuestsOptions) => {
  const invitations = useInvitations(file, watching)
  const following = useFollowing({
    file,
    notify,
    onChanged,
    onSettled: invitations.reload,
    onSignerChanged: fields.reload,
  })
  const message = usePersonalMessage()
  return { ...invitations, guests: guestsOf(fields.all, invitations.list), following, message }
}

const fileFacts = ({ status, deadline }: UserFile, cancelled: UserFile['cancelled']) => ({
  status,
  cancelled: cancelled !== null,
  expired: deadline?.expired === true,
})

export const useEditor = ({ file, onChanged }: Pick<DocumentEditorProps, 'file' | 'onChanged'>) => {
  const notify = useNotify()
  const [announcement, announce] = useState('')
  const dialogs = useDialogs()
  const [people, setPeople] = useState(nobody)
  const cancellation = useCancellation(file)
  const { cancelled } = cancellation
  const editing = useDocumentFieldEditing({ file, cancelled, onChanged, notify, announce })
  const { fields, removeAll, addThirdParty, ...models } = editing
  const { all, readOnlyReason } = fields
  const facts = fileFacts(file, cancelled)
  const template = useTemplateEdit({ file, fields, forms: models.forms, editing: models.editing, dialogs, notify })
  const invitations = useGuests({ file, fields, watching: dialogs.shown.kind === 'invite', notify, onChanged })
  const signers = signersOf(all, people)
  /** The guest's link stops working; no mail is sent. */
  const askToRemove = (field: PlacedField) =>
    !readOnlyReason && isInvited(field, invitations)
      ? dialogs.open({ kind: 'remove-field', field })
      : void fields.remove(field)

  return {
    file,
    onChanged,
    ...models,
    fields: { ...fields, askToRemove },
    signers: {
      list: signers,
      ...actionsOnSigners({ readOnlyReason, notify, openDialog: dialogs.open, setPeople, addThirdParty, removeAll }),
    },
    invitations,
    inviting: useSaveToInvite({ editing: models.editing, openDialog: dialogs.open }),
    primary: primaryAction({ ...facts, fields: all, signers, guests: invitations.guests, now: Date.now() }),
    cancellation,
    template,
    dialogs,
    startSigning: signingStarter({ fields: all, isCancelled: facts.cancelled, notify, openDialog: dialogs.open }),
    notify,
    announcement,
    announce,
    unsaved:
      cancelled === null && (template.changed || isUnsaved(models.editing.state) || withoutField(signers).length > 0),
  }
}

export type EditorModel = ReturnType<typeof useEditor>
