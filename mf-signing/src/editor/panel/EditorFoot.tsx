import ChevronDown from 'lucide-react/icons/chevron-down'
import Send from 'lucide-react/icons/send'
import Users from 'lucide-react/icons/users'
import { Button } from 'shared/ui'
import { editorTexts } from '../constants.ts'
import { SaveButton } from '../saving/SaveButton.tsx'
import type { Editor } from '../use-editor.ts'
import styles from './EditorFoot.module.css'

interface NextThingProps extends Pick<Editor, 'fields' | 'editing' | 'invitations' | 'cancellation' | 'dialogs'> {}

export interface EditorFootProps extends NextThingProps, Pick<Editor, 'signers'> {
  readonly panelId: string
  readonly open: boolean
  readonly onToggle: () => void
}

export function EditorFoot({ signers, panelId, open, onToggle, ...next }: EditorFootProps) {
  return (
    <div className={styles.foot}>
      <Button
        icon={open ? <ChevronDown /> : <Users />}
        aria-expanded={open}
        {...(open ? { 'aria-controls': panelId } : {})}
        onClick={onToggle}
      >
        {`Firmantes (${signers.list.length})`}
      </Button>
      {!open && <NextThing {...next} />}
    </div>
  )
}

function NextThing({ fields, editing, invitations, cancellation, dialogs }: NextThingProps) {
  if (editing.mode !== 'reading' && !fields.readOnlyReason)
    return <SaveButton editing={editing} count={fields.temporaries.length} />
  if (invitations.guests.length === 0 || cancellation.cancelled) return null
  return (
    <Button variant="primary" icon={<Send />} onClick={() => dialogs.open({ kind: 'invite' })}>
      {editorTexts.invite}
    </Button>
  )
}
