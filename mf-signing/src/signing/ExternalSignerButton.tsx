import { Button } from 'shared/ui'
import { EXTERNAL_SIGNER_LABEL } from './constants.ts'

interface OwnProgramButtonProps {
  readonly onClick: () => void
  readonly disabled?: boolean
}

export function ExternalSignerButton({ onClick, disabled = false }: OwnProgramButtonProps) {
  return (
    <div>
      <Button variant="ghost" size="sm" disabled={disabled} onClick={onClick}>
        {EXTERNAL_SIGNER_LABEL}
      </Button>
    </div>
  )
}
