import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import { flowTexts } from './constants.ts'
import styles from './SigningFlow.module.css'

export interface VerificationStepProps {
  readonly code: string
  readonly secondsLeft: number
  readonly notice: string | undefined
  readonly onCancel: () => void
}

export function VerificationStep({ code, secondsLeft, notice, onCancel }: VerificationStepProps) {
  return (
    <Dialog
      open
      onClose={onCancel}
      size="sm"
      title={flowTexts.verification}
      description={flowTexts.verificationHelp}
      footer={<Button onClick={onCancel}>Cancelar</Button>}
    >
      {/* Spelled out for screen readers. */}
      <p className={styles.code} role="status" aria-label={`Código: ${code.split('').join(' ')}`}>
        {code}
      </p>
      <p className={styles.waiting} aria-hidden="true">
        {secondsLeft > 0 ? `Esperando la confirmación… ${secondsLeft} s` : 'Esperando la confirmación…'}
      </p>
      {notice && <p className={styles.notice}>{notice}</p>}
    </Dialog>
  )
}
