import { Dialog } from 'shared/controls'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import { flowTexts } from './constants.ts'

export interface CardStepProps {
  readonly done: number
  readonly total: number
  readonly again: boolean
  readonly onCancel: () => void
}

/** The page never sees the PIN. */
export function CardStep({ done, total, again, onCancel }: CardStepProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      size="sm"
      title={flowTexts.card}
      description={flowTexts.cardHelp}
      footer={<Button onClick={onCancel}>Cancelar</Button>}
    >
      {again && (
        <Alert tone="warning" live="assertive">
          {flowTexts.cardAgain}
        </Alert>
      )}
      <StrokeLoader text={total > 1 ? `Esperando tu PIN… firma ${done + 1} de ${total}` : 'Esperando tu PIN…'} />
    </Dialog>
  )
}
