import type { ComponentProps, ReactElement, ReactNode } from 'react'
import { useId } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Progress.module.css'

type ProgressProps = Omit<ComponentProps<'progress'>, 'value' | 'max' | 'children'> & {
  label: ReactNode
  /** From 0 to `max`; undefined: indeterminate. */
  value?: number | undefined
  max?: number
  valueText?: string
}

export const Progress = ({
  label,
  value,
  max = 100,
  valueText,
  id,
  className,
  ...rest
}: ProgressProps): ReactElement => {
  const ownId = useId()
  const barId = id ?? ownId
  const text = valueText ?? (value === undefined ? undefined : `${Math.round((value / max) * 100)}%`)
  return (
    <div className={cx(styles.progress, className)}>
      <label htmlFor={barId}>{label}</label>
      <span className={styles.text} aria-hidden="true">
        {text}
      </span>
      <progress {...rest} id={barId} className={styles.bar} value={value} max={max} aria-valuetext={text} />
    </div>
  )
}
