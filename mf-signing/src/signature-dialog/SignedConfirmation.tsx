import type { SignatureResult } from 'shared/contract'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { dialogTexts } from './constants.ts'
import { SignatureConfirmation } from './SignatureConfirmation.tsx'

interface SignedConfirmationProps {
  readonly open: boolean
  readonly result: SignatureResult
  readonly title?: string | undefined
  readonly onClose: () => void
}

export function SignedConfirmation({ open, result, title = dialogTexts.signed, onClose }: SignedConfirmationProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
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
