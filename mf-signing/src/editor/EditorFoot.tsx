import ChevronDown from 'lucide-react/icons/chevron-down'
import Send from 'lucide-react/icons/send'
import Users from 'lucide-react/icons/users'
import { Button } from 'shared/ui'
import { editorTexts } from './constants.ts'
import styles from './EditorFoot.module.css'
import { SaveButton } from './SaveButton.tsx'
import type { Editor } from './use-editor.ts'

export interface EditorFootProps {
  readonly editor: Editor
  readonly panelId: string
  readonly open: boolean
  readonly onToggle: () => void
}

export function EditorFoot({ editor, panelId, open, onToggle }: EditorFootProps) {
  return (
    <div className={styles.foot}>
      <Button
        icon={open ? <ChevronDown /> : <Users />}
        aria-expanded={open}
        {...(open ? { 'aria-controls': panelId } : {})}
        onClick={onToggle}
      >
        {`Firmantes (${editor.signers.length})`}
      </Button>
      {!open && <NextThing editor={editor} />}
    </div>
  )
}

function NextThing({ editor }: { editor: Editor }) {
  if (editor.mode !== 'reading' && !editor.frozen) return <SaveButton editor={editor} />
  if (editor.guests.length === 0 || editor.cancelled) return null
  return (
    <Button variant="primary" icon={<Send />} onClick={() => editor.setDialog({ kind: 'invite' })}>
      {editorTexts.invite}
    </Button>
  )
}
