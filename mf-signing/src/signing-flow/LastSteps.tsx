import { Dialog } from 'shared/controls'
import { Alert, Button, Progress } from 'shared/ui'
import { RELOAD_LABEL } from '../signing/constants.ts'
import { flowTexts } from './constants.ts'

const leaveNothing = () => undefined

export interface ProcessingStepProps {
  readonly done: number
  readonly total: number
  readonly label?: string | undefined
}

/** Not cancellable: the server is writing. */
export function ProcessingStep({ done, total, label }: ProcessingStepProps) {
  return (
    <Dialog open onClose={leaveNothing} closable={false} size="sm" title={flowTexts.processing}>
      <Progress
        label={label ?? (total === 1 ? 'Firmando tu campo…' : 'Firmando tus campos…')}
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
  readonly onReload: (() => void) | undefined
  readonly onCancel: () => void
}

/** A retry keeps drawing and identification. */
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
            {onReload ? RELOAD_LABEL : 'Reintentar firma'}
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
