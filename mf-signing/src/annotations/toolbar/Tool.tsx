import type { MouseEvent, ReactNode } from 'react'
import { cx } from 'shared/ui'
import tools from '../../editor/tool.module.css'
import styles from './AnnotationToolbar.module.css'

export interface ToolProps {
  readonly label: string
  /** Stands under the icon in a small window; the label when absent. */
  readonly short?: string
  readonly icon: ReactNode
  /** A tool that stays in the hand. */
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly title?: string
  /** `fromKeyboard`: pressed without a pointer. */
  readonly onPress: (fromKeyboard: boolean) => void
}

/** A tool keeps the focus also where it has nothing to do. */
export function Tool({ label, short = label, icon, pressed, disabled = false, title = label, onPress }: ToolProps) {
  const onClick = ({ detail }: MouseEvent) => disabled || onPress(detail === 0)
  return (
    <button
      type="button"
      className={cx(tools.tool, pressed !== undefined && tools.stacked, styles.tool)}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      title={title}
      onClick={onClick}
    >
      {icon}
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
    </button>
  )
}
