import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { isBlankDrawing } from '../signature-dialog/drawing.ts'
import { KeepSignature, type KeepSignatureProps, SavedSignatures } from '../signature-dialog/SavedSignatures.tsx'
import { SignatureMaker, type SignatureMakerProps } from '../signature-dialog/SignatureMaker.tsx'
import { savedIdOf } from '../signature-dialog/saved-offer.ts'
import { ExternalSignerButton } from '../signing/ExternalSignerButton.tsx'
import { flowTexts } from './constants.ts'

export interface DrawingStepProps
  extends Omit<SignatureMakerProps, 'disabled'>,
    Pick<KeepSignatureProps, 'offer' | 'kept' | 'onKept'> {
  readonly help: string
  readonly onExternalSigner: (() => void) | undefined
  readonly onContinue: () => void
  readonly onCancel: () => void
}

export function DrawingStep(props: DrawingStepProps) {
  const { help, offer, kept, onKept, onExternalSigner, onContinue, onCancel, ...maker } = props
  const { drawing, onDrawing } = maker
  const title = savedIdOf(drawing) === undefined ? flowTexts.drawing[drawing.method] : flowTexts.savedDrawing
  return (
    <Dialog
      open
      onClose={onCancel}
      title={title}
      description={help}
      footer={
        <>
          <Button onClick={onCancel}>Cancelar</Button>
          <Button variant="primary" disabled={isBlankDrawing(drawing)} onClick={onContinue}>
            Continuar
          </Button>
        </>
      }
    >
      <SavedSignatures {...{ offer, drawing, onDrawing }} disabled={false} />
      <SignatureMaker {...maker} disabled={false} />
      <KeepSignature {...{ offer, drawing, kept, onKept }} disabled={false} />
      {onExternalSigner && <ExternalSignerButton onClick={onExternalSigner} />}
    </Dialog>
  )
}
