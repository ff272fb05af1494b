import { ConfirmDialog } from 'shared/controls'
import type { Blocker } from 'shared/router'
import { isTemporary } from '../fields/field-lifecycle.ts'
import { CallOffDialog } from './CallOffDialog.tsx'
import { InstructionsDialog } from './InstructionsDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { OwnSigning } from './OwnSigning.tsx'
import { RepeatDialog } from './RepeatDialog.tsx'
import type { Signer } from './signers.ts'
import { withoutField } from './signers.ts'
import { ThirdPartyDialog } from './ThirdPartyDialog.tsx'
import type { Editor, EditorDialog } from './use-editor.ts'

export interface EditorDialogsProps {
  readonly editor: Editor
  readonly blocker: Blocker
  readonly onClose: () => void
  readonly onChanged: () => void
}

/** Dialogs disabled for a cancelled document. */
const changing: ReadonlySet<EditorDialog['kind']> = new Set([
  'third-party',
  'repeat',
  'invite',
  'call-off',
  'remove-field',
  'remove-signer',
])

/** Shows one overlay at a time. */
export function EditorDialogs({ editor, blocker, onClose, onChanged }: EditorDialogsProps) {
  const { dialog, closeDialog } = editor
  if (blocker.stopped) {
    const { proceed, stay } = blocker.stopped
    return <LeaveDialog editor={editor} onLeave={proceed} onStay={stay} />
  }
  // A signer declined: the dialog's action is impossible now.
  if (editor.cancelled && changing.has(dialog.kind)) return null
  switch (dialog.kind) {
    case 'none':
      return null
    case 'third-party':
      return <ThirdPartyDialog editor={editor} />
    case 'repeat':
      return <RepeatDialog editor={editor} field={dialog.field} />
    case 'instructions':
      return <InstructionsDialog onClose={closeDialog} />
    case 'invite':
      return <InviteDialog editor={editor} onChanged={onChanged} />
    case 'call-off':
      return <CallOffDialog editor={editor} onChanged={onChanged} />
    case 'remove-field':
      return (
        <ConfirmDialog
          open
          danger
          title={`¿Eliminar el campo de ${dialog.field.signerName}?`}
          description="Su invitación ya está en camino o en su correo: el enlace deja de servir."
          confirmLabel="Eliminar campo"
          onConfirm={() => {
            closeDialog()
            void editor.remove(dialog.field)
          }}
          onCancel={closeDialog}
        />
      )
    case 'remove-signer':
      return (
        <ConfirmDialog
          open
          danger
          title={`¿Eliminar a ${dialog.signer.name}?`}
          description={signerLoss(dialog.signer)}
          confirmLabel="Eliminar firmante"
          onConfirm={() => {
            closeDialog()
            void editor.removeSigner(dialog.signer)
          }}
          onCancel={closeDialog}
        />
      )
    case 'leave':
      return (
        <LeaveDialog
          editor={editor}
          onLeave={() => {
            blocker.pass()
            onClose()
          }}
          onStay={closeDialog}
        />
      )
    case 'sign':
      return <OwnSigning editor={editor} field={dialog.field} onSigned={onChanged} />
    case 'sign-all':
      return <OwnSigning editor={editor} onSigned={onChanged} />
  }
}

const signerLoss = ({ fields, isOwner }: Signer): string => {
  const saved = fields.filter((field) => !isTemporary(field)).length
  const count =
    saved === 1 ? 'Se elimina también su campo guardado' : `Se eliminan también sus ${saved} campos guardados`
  return isOwner ? `${count}.` : `${count}, y sus invitaciones dejan de servir.`
}

interface LeaveDialogProps {
  readonly editor: Editor
  readonly onLeave: () => void
  readonly onStay: () => void
}

function LeaveDialog({ editor, onLeave, onStay }: LeaveDialogProps) {
  const people = withoutField(editor.signers).map(({ name }) => name)
  const onlyPeople = editor.temporaries.length === 0
  return (
    <ConfirmDialog
      open
      danger
      title={onlyPeople ? 'Hay firmantes sin campo' : 'Hay campos sin guardar'}
      description={
        onlyPeople
          ? `Un documento conoce a sus firmantes por sus campos. Si sales ahora, se pierde: ${people.join(', ')}.`
          : 'Si sales ahora, los campos que acabas de colocar se pierden.'
      }
      confirmLabel="Salir sin guardar"
      cancelLabel="Seguir editando"
      onConfirm={onLeave}
      onCancel={onStay}
    />
  )
}
