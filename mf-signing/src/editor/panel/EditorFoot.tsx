import ChevronDown from 'lucide-react/icons/chevron-down'
import Users from 'lucide-react/icons/users'
import { Button } from 'shared/ui'
import { SaveTemplateButton } from '../template-edit/SaveTemplateButton.tsx'
import type { EditorModel } from '../use-editor.ts'
import styles from './EditorFoot.module.css'
import type { PrimaryButtonProps } from './PrimaryButton.tsx'
import { PrimaryButton, waitingWords } from './PrimaryButton.tsx'

export interface EditorFootProps extends Omit<PrimaryButtonProps, 'onShown'>, Pick<EditorModel, 'template'> {
  readonly onSaved: () => void
  readonly panelId: string
  readonly open: boolean
  readonly onToggle: () => void
}

export function EditorFoot({ panelId, open, onToggle, onSaved, ...models }: EditorFootProps) {
  const { fields, signers, primary, template } = models
  const ready = fields.load.kind === 'ready'
  const waiting = waitingWords(primary)
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
      {!open && ready && template.edit && <SaveTemplateButton {...{ template, onSaved }} />}
      {!open && ready && !template.edit && <PrimaryButton {...models} onShown={() => undefined} />}
      {!open && ready && !template.edit && waiting && <p className={styles.waiting}>{waiting}</p>}
    </div>
  )
}
