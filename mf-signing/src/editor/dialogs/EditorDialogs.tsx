import { Suspense } from 'react'
import type { Blocker } from 'shared/router'
import { CancelDialog } from '../cancelling/CancelDialog.tsx'
import type { EditorDialog } from '../editor-dialog.ts'
import { RepeatDialog } from '../fields/repeating/RepeatDialog.tsx'
import { RepeatFormDialog } from '../form-fields/repeating/RepeatFormDialog.tsx'
import { FormFieldDialog } from '../form-fields/settings/FormFieldDialog.tsx'
import { InviteDialog } from '../invitations/InviteDialog.tsx'
import { OwnSigningSteps } from '../owner-signing/OwnSigningSteps.tsx'
import { OwnerThread } from '../questions/OwnerThread.tsx'
import { SaveTemplate } from '../save-template/SaveTemplate.tsx'
import { LazySendingInvite } from '../sending/lazy-sending.ts'
import { SendingCheck } from '../sending-check/SendingCheck.tsx'
import { ThirdPartyDialog } from '../signers/ThirdPartyDialog.tsx'
import type { EditorModel } from '../use-editor.ts'
import { InstructionsDialog } from './InstructionsDialog.tsx'
import { LeaveEditor } from './LeaveEditor.tsx'
import { RemoveFieldDialog, RemoveSignerDialog } from './RemoveDialogs.tsx'

interface ShownDialogProps
  extends Pick<
    EditorModel,
    | 'file'
    | 'fields'
    | 'forms'
    | 'editing'
    | 'viewer'
    | 'selection'
    | 'signers'
    | 'invitations'
    | 'participants'
    | 'alternates'
    | 'inviting'
    | 'questions'
    | 'cancellation'
    | 'template'
    | 'notify'
  > {
  readonly dialog: EditorDialog
  readonly onClose: () => void
  readonly onChanged: () => void
  readonly onLeave: () => void
  /** After the page needs attention. */
  readonly onShown: () => void
}

export interface EditorDialogsProps extends Omit<ShownDialogProps, 'dialog' | 'onClose'>, Pick<EditorModel, 'dialogs'> {
  readonly blocker: Blocker
}

const changing: ReadonlySet<EditorDialog['kind']> = new Set([
  'third-party',
  'repeat',
  'form-field',
  'repeat-form',
  'invite',
  'cancel',
  'remove-field',
  'remove-signer',
])

export function EditorDialogs({ dialogs, blocker, ...models }: EditorDialogsProps) {
  const { editing, signers, notify, cancellation, template, onLeave } = models
  if (blocker.stopped) {
    const { proceed, stay } = blocker.stopped
    return <LeaveEditor {...{ editing, signers, template, notify }} onLeave={proceed} onStay={stay} />
  }
  // A signer declined: the action is impossible now.
  if (cancellation.cancelled && changing.has(dialogs.shown.kind)) return null
  const leave = () => {
    blocker.pass()
    onLeave()
  }
  return <ShownDialog {...models} dialog={dialogs.shown} onClose={dialogs.close} onLeave={leave} />
}

function ShownDialog(props: ShownDialogProps) {
  const { dialog, file, fields, forms, editing, viewer, signers, invitations, cancellation, template, notify } = props
  const { onClose, onChanged } = props
  const own = { file, fields, forms, viewer, notify, onClose, onSigned: onChanged }
  switch (dialog.kind) {
    case 'none':
      return null
    case 'third-party':
      return <ThirdPartyDialog {...{ fields, signers, onClose }} participants={props.participants} />
    case 'repeat':
      return <RepeatDialog {...{ fields, onClose }} field={dialog.field} pageCount={viewer.pageCount} />
    case 'form-field':
      return <FormFieldDialog {...{ forms, signers, onClose }} id={dialog.id} />
    case 'repeat-form':
      return <RepeatFormDialog {...{ forms, onClose }} id={dialog.id} pageCount={viewer.pageCount} />
    case 'instructions':
      return <InstructionsDialog onClose={onClose} />
    case 'invite':
      return <CheckedInvitation {...props} />
    case 'save-template':
      return <SaveTemplate {...{ file, editing, notify, onClose }} onSaved={template.edit && props.onLeave} />
    case 'cancel':
      return <CancelDialog {...{ file, invitations, cancellation, notify, onChanged, onClose }} />
    case 'questions': {
      const thread = props.questions.list.find(({ id }) => id === dialog.threadId)
      return thread ? <OwnerThread {...{ thread, onClose }} questions={props.questions} /> : null
    }
    case 'remove-field':
      return (
        <RemoveFieldDialog field={dialog.field} onRemove={() => void fields.remove(dialog.field)} onClose={onClose} />
      )
    case 'remove-signer':
      return <RemoveSignerDialog {...{ onClose }} {...dialog} onRemove={() => void signers.remove(dialog.signer)} />
    case 'leave':
      return <LeaveEditor {...{ editing, signers, template, notify }} onLeave={props.onLeave} onStay={onClose} />
    case 'sign':
      return <OwnSigningSteps {...own} field={dialog.field} />
    case 'sign-all':
      return <OwnSigningSteps {...own} />
  }
}

function CheckedInvitation(props: ShownDialogProps) {
  const showPage = () => {
    props.onClose()
    props.onShown()
  }
  const invitation = { ...props, saving: props.inviting, check: <SendingCheck {...props} onShown={showPage} /> }
  if (!props.file.sending) return <InviteDialog {...invitation} />
  return (
    <Suspense fallback={null}>
      <LazySendingInvite {...invitation} />
    </Suspense>
  )
}
