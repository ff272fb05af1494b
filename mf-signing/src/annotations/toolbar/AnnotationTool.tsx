import type { MouseEvent, ReactNode } from 'react'
import { cx } from 'shared/ui'
import tools from '../../ui/tool.module.css'
import styles from './AnnotationToolbar.module.css'

export interface ToolProps {
  readonly label: string
  readonly short?: string
  readonly icon: ReactNode
  readonly pressed?: boolean
  readonly disabled?: boolean
  readonly title?: string
  /** `fromKeyboard`: activated without a pointer. */
  readonly onPress: (fromKeyboard: boolean) => void
}

/** Disabled tools stay focusable. */
export function AnnotationTool({
  label,
  short = label,
  icon,
  pressed,
  disabled = false,
  title = label,
  onPress,
}: ToolProps) {
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
