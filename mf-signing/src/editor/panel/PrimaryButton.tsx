import Bell from 'lucide-react/icons/bell'
import PenLine from 'lucide-react/icons/pen-line'
import Send from 'lucide-react/icons/send'
import UserPlus from 'lucide-react/icons/user-plus'
import type { ReactNode } from 'react'
import { Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import type { PrimaryAction } from '../primary-action.ts'
import type { EditorModel } from '../use-editor.ts'

export interface PrimaryButtonProps
  extends Pick<
    EditorModel,
    'primary' | 'fields' | 'editing' | 'invitations' | 'inviting' | 'signers' | 'dialogs' | 'startSigning'
  > {
  /** After the page needs attention. */
  readonly onShown: () => void
}

interface Look {
  readonly label: string
  readonly icon: ReactNode
  readonly press: () => void
  readonly busyLabel?: string | undefined
}

const lookOf = (action: PrimaryAction, props: PrimaryButtonProps): Look | undefined => {
  const { editing, invitations, inviting, signers, dialogs, startSigning, onShown } = props
  const saving = editing.mode === 'saving' ? 'Guardando…' : undefined
  switch (action.kind) {
    case 'add-signer':
      return { label: editorTexts.addSigner, icon: <UserPlus />, press: () => dialogs.open({ kind: 'third-party' }) }
    case 'place': {
      const { name, email } = action.signer
      const press = () => {
        signers.addFieldFor({ name, email })
        onShown()
      }
      return { label: editorTexts.placeFieldOf(name), icon: <PenLine />, press }
    }
    case 'invite':
      return { label: editorTexts.invite, icon: <Send />, press: inviting.begin, busyLabel: saving }
    case 'sign':
      return { label: editorTexts.sign, icon: <PenLine />, press: () => void startSigning(), busyLabel: saving }
    case 'remind': {
      const { following } = invitations
      const busy = action.guests.some(({ invitation }) => invitation && following.isBusy(invitation))
      const label = editorTexts.remindAll(action.guests.length)
      return {
        label,
        icon: <Bell />,
        press: () => following.remind(...action.guests),
        busyLabel: busy ? 'Enviando…' : undefined,
      }
    }
    case 'none':
    case 'download':
    case 'wait':
    case 'wait-answers':
      return undefined
  }
}

/** Undefined unless only others can act. */
export const waitingWords = (primary: PrimaryAction): string | undefined => {
  if (primary.kind === 'wait') return editorTexts.waitingFor(primary.count)
  return primary.kind === 'wait-answers' ? editorTexts.waitingForAnswers(primary.count) : undefined
}

export function PrimaryButton(props: PrimaryButtonProps) {
  const look = lookOf(props.primary, props)
  if (!look) return null
  return (
    <Button
      variant="primary"
      icon={look.icon}
      busy={look.busyLabel !== undefined}
      busyLabel={look.busyLabel ?? ''}
      onClick={look.press}
    >
      {look.label}
    </Button>
  )
}
