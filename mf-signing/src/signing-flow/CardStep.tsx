import { Dialog } from 'shared/controls'
import { Alert, Button, StrokeLoader } from 'shared/ui'
import { flowTexts } from './constants.ts'

export interface CardStepProps {
  readonly done: number
  readonly total: number
  /** Another signature came first: the PIN is asked for once more. */
  readonly again: boolean
  readonly onCancel: () => void
}

/** The card is about to sign: the program on the person's computer asks for the PIN, and this page never sees it. */
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
