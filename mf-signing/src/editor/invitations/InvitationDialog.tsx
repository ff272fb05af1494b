import type { UserFile } from 'shared/contract'
import { ConfirmDialog } from 'shared/controls'
import { editorTexts } from '../constants.ts'
import type { NotifyEditor } from '../use-notify.ts'
import { AddressDialog } from './AddressDialog.tsx'
import { LinkDialog } from './LinkDialog.tsx'

export type AskingAction = 'link' | 'correct' | 'revoke'

/** What the dialogs do for one person. `take` and `correct` reject with what the server said. */
export interface InvitationCalls {
  readonly take: () => Promise<string>
  readonly correct: (email: string) => Promise<void>
  readonly revoke: () => void
}

export interface InvitationDialogProps {
  readonly action: AskingAction
  readonly file: UserFile
  readonly person: { readonly name: string; readonly email: string }
  /** What the holder of the link can do. */
  readonly linkWarning: string
  readonly calls: InvitationCalls
  readonly notify: NotifyEditor
  readonly onDone: () => void
}

/** Choices of a person's menu that ask something first. */
export function InvitationDialog(props: InvitationDialogProps) {
  const { action, file, person, linkWarning, calls, notify, onDone } = props
  switch (action) {
    case 'link':
      return <LinkDialog file={file} name={person.name} warning={linkWarning} take={calls.take} onClose={onDone} />
    case 'correct':
      return (
        <AddressDialog
          person={person}
          correct={calls.correct}
          onClose={onDone}
          onCorrected={(email) => {
            onDone()
            notify('success', editorTexts.corrected(email))
          }}
        />
      )
    case 'revoke':
      return (
        <ConfirmDialog
          open
          danger
          title={`¿Revocar la invitación de ${person.name}?`}
          description="Su enlace deja de servir de inmediato. Puedes invitarle de nuevo cuando quieras."
          confirmLabel="Revocar invitación"
          onConfirm={() => {
            onDone()
            calls.revoke()
          }}
          onCancel={onDone}
        />
      )
  }
}
