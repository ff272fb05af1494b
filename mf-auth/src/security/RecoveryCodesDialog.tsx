import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import styles from './Security.module.css'

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

/** The codes are shown only once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Guarda tus códigos de recuperación"
      description="Cada uno sirve una vez si pierdes tu aplicación o tu llave. No los volveremos a mostrar."
      footer={
        <Button variant="primary" onClick={onClose}>
          Ya los guardé
        </Button>
      }
    >
      <ul className={styles.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
