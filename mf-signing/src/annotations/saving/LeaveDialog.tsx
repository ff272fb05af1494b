import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { savingTexts } from './texts.ts'

export interface LeaveDialogProps {
  readonly locked: boolean
  readonly onSave: () => void
  readonly onDiscard: () => void
  readonly onStay: () => void
}

const texts = savingTexts.leave

export function LeaveDialog({ locked, onSave, onDiscard, onStay }: LeaveDialogProps) {
  return (
    <Dialog
      open
      tone="warning"
      title={texts.title}
      description={locked ? texts.lockedDescription : texts.description}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{texts.stay}</Button>
          <Button variant="danger" onClick={onDiscard}>
            {texts.discard}
          </Button>
          {!locked && (
            <Button variant="primary" onClick={onSave}>
              {texts.save}
            </Button>
          )}
        </>
      }
    />
  )
}
