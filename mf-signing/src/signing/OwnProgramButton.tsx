import { Button } from 'shared/ui'
import { OWN_PROGRAM_LABEL } from './constants.ts'

interface OwnProgramButtonProps {
  readonly onClick: () => void
  readonly disabled?: boolean
}

export function OwnProgramButton({ onClick, disabled = false }: OwnProgramButtonProps) {
  return (
    <div>
      <Button variant="ghost" size="sm" disabled={disabled} onClick={onClick}>
        {OWN_PROGRAM_LABEL}
      </Button>
    </div>
  )
}
