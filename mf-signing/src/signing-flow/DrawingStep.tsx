import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { isBlank } from '../signature-dialog/drawing.ts'
import { SignatureMaker, type SignatureMakerProps } from '../signature-dialog/SignatureMaker.tsx'
import { flowTexts } from './constants.ts'

export interface DrawingStepProps extends Omit<SignatureMakerProps, 'disabled'> {
  readonly help: string
  readonly onContinue: () => void
  readonly onCancel: () => void
}

export function DrawingStep({ help, onContinue, onCancel, ...maker }: DrawingStepProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      title={flowTexts.drawing}
      description={help}
      footer={
        <>
          <Button onClick={onCancel}>Cancelar</Button>
          <Button variant="primary" disabled={isBlank(maker.drawing)} onClick={onContinue}>
            Continuar
          </Button>
        </>
      }
    >
      <SignatureMaker {...maker} disabled={false} />
    </Dialog>
  )
}
