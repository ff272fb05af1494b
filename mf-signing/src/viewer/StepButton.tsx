import { IconButton, type IconButtonProps } from 'shared/ui'

interface StepButtonProps extends IconButtonProps {
  readonly end: boolean
}

/** Keeps the focus when disabled. */
export const StepButton = ({ end, onClick, ...rest }: StepButtonProps) => (
  <IconButton {...rest} aria-disabled={end || undefined} onClick={end ? undefined : onClick} />
)
