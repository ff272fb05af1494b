import { Dialog } from 'shared/controls'
import { Alert, Button, Progress } from 'shared/ui'
import { flowTexts } from './constants.ts'

const leaveNothing = () => undefined

/** The server signs one field after the other; this is not left before it has answered. */
export function ProcessingStep({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <Dialog open onClose={leaveNothing} closable={false} size="sm" title={flowTexts.processing}>
      <Progress
        label={total === 1 ? 'Firmando tu campo…' : 'Firmando tus campos…'}
        value={done === 0 ? undefined : done}
        max={total}
        valueText={`${done} de ${total}`}
      />
    </Dialog>
  )
}

export interface FailedStepProps {
  readonly message: string
  readonly onRetry: () => void
  /** Where the server has another document: it is looked at before anything is tried again. */
  readonly onReload: (() => void) | undefined
  readonly onCancel: () => void
}

/** The server could not sign. Drawing and identification are kept: one press tries again. */
export function FailedStep({ message, onRetry, onReload, onCancel }: FailedStepProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      size="sm"
      title={flowTexts.processing}
      footer={
        <>
          <Button onClick={onCancel}>Cancelar</Button>
          <Button variant="primary" onClick={onReload ?? onRetry}>
            {onReload ? flowTexts.reload : 'Reintentar firma'}
          </Button>
        </>
      }
    >
      <Alert tone="error" live="assertive" title={flowTexts.failed}>
        {message === flowTexts.failed ? undefined : message}
      </Alert>
    </Dialog>
  )
}
