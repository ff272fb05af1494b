import { useRef } from 'react'
import { Dialog } from 'shared/controls'
import { Button } from 'shared/ui'
import styles from './Security.module.css'
import { type CopyState, useCopy } from './use-copy.ts'

export interface RecoveryCodesDialogProps {
  readonly codes: readonly string[]
  readonly onClose: () => void
}

const copyTexts: Readonly<Record<CopyState, string>> = {
  idle: '',
  copied: 'Copiados',
  selected: 'No se pudo copiar. Los códigos están seleccionados: cópialos con el teclado o el menú.',
}

export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const list = useRef<HTMLUListElement>(null)
  const { state, copy } = useCopy(list)
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title="Guarda tus códigos de recuperación"
      description="Cada uno sirve una vez si pierdes tu aplicación o tu llave. No los volveremos a mostrar."
      footer={
        <>
          <Button onClick={() => void copy(codes.join('\n'))}>Copiar códigos</Button>
          <Button variant="primary" onClick={onClose}>
            Ya los guardé
          </Button>
        </>
      }
    >
      <ul ref={list} className={styles.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.copied}>
        {copyTexts[state]}
      </p>
    </Dialog>
  )
}
