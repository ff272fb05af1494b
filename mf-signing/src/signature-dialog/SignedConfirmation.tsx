import type { SignatureResult } from 'shared/contract'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { dialogTexts } from './constants.ts'
import { SignatureConfirmation } from './SignatureConfirmation.tsx'

interface SignedConfirmationProps {
  readonly open: boolean
  readonly result: SignatureResult
  readonly onClose: () => void
}

export function SignedConfirmation({ open, result, onClose }: SignedConfirmationProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={dialogTexts.signed}
      tone="success"
      footer={
        <Button variant="primary" onClick={onClose}>
          Finalizar
        </Button>
      }
    >
      <SignatureConfirmation result={result} />
    </Dialog>
  )
}
