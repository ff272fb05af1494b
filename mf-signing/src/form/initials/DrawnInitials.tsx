import { cx } from 'shared/ui'
import { signerFormTexts } from '../texts.ts'
import styles from './Initials.module.css'

export interface DrawnInitialsProps {
  readonly id: string | undefined
  readonly className: string | undefined
  readonly label: string
  readonly png: string
  readonly onDraw: () => void
}

export function DrawnInitials({ id, className, label, png, onDraw }: DrawnInitialsProps) {
  return (
    <button
      type="button"
      id={id}
      className={cx(className, styles.drawn)}
      aria-label={signerFormTexts.drawn(label)}
      onClick={onDraw}
    >
      <img src={png} alt="" />
    </button>
  )
}
