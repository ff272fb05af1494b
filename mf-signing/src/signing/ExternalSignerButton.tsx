import { Button } from 'shared/ui'
import { EXTERNAL_SIGNER_LABEL } from './constants.ts'
import styles from './ExternalSignerButton.module.css'

interface OwnProgramButtonProps {
  readonly onClick: () => void
  readonly disabled?: boolean
}

/** Phones have hardly any program that signs PDFs, so they fold it. */
const PHONE_QUERY = '(pointer: coarse) and (width <= 600px), (pointer: coarse) and (height <= 500px)'

export function ExternalSignerButton({ onClick, disabled = false }: OwnProgramButtonProps) {
  const button = (
    <Button variant="ghost" size="sm" disabled={disabled} onClick={onClick}>
      {EXTERNAL_SIGNER_LABEL}
    </Button>
  )
  if (!window.matchMedia?.(PHONE_QUERY).matches) return <div>{button}</div>
  return (
    <details className={styles.others}>
      <summary>Otras formas de firmar</summary>
      {button}
    </details>
  )
}
