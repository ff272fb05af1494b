import type { ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from '../ui/styles/cx.ts'
import styles from './LabelledField.module.css'

export type FieldTexts = {
  label: ReactNode
  help?: ReactNode
  /** Replaces `help`; announced when it appears. */
  error?: ReactNode
}

type ControlProps = {
  id: string
  className: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = FieldTexts & {
  id: string | undefined
  className: string | undefined
  describedBy: string | undefined
  children: (control: ControlProps) => ReactNode
}

export const LabelledField = ({
  id,
  label,
  help,
  error,
  className,
  describedBy,
  children,
}: FieldProps): ReactElement => {
  const ownId = useId()
  const controlId = id ?? ownId
  const messageId = `${controlId}-message`
  const message = error || help
  const control = {
    id: controlId,
    className: cx(styles.control),
    'aria-describedby': cx(Boolean(message) && messageId, describedBy) || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  }
  return (
    <div className={cx(styles.field, className)}>
      <label className={styles.label} htmlFor={controlId}>
        {label}
      </label>
      {children(control)}
      <div id={messageId} className={cx(styles.message, Boolean(error) && styles.error)} aria-live="polite">
        {message}
      </div>
    </div>
  )
}
