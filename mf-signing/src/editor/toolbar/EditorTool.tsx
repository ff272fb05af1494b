import type { ReactNode } from 'react'
import { cx } from 'shared/ui'
import tools from '../../ui/tool.module.css'
import styles from './EditorToolbar.module.css'

interface ToolProps {
  readonly label: string
  /** Part of the label (WCAG 2.5.3). */
  readonly short: string
  readonly icon: ReactNode
  readonly named?: boolean
  readonly title?: string
  readonly because?: string | undefined
  readonly disabled?: boolean
  readonly onPress: () => void
}

/** Disabled tools stay focusable and explain themselves. */
export function EditorTool({ label, short, icon, named = false, title, because, disabled, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className={cx(tools.tool, tools.stacked, styles.tool, named && styles.named)}
      aria-label={label}
      aria-disabled={disabled || undefined}
      aria-describedby={disabled ? because : undefined}
      title={title ?? label}
      onClick={onPress}
    >
      {icon}
      <span className={styles.long} aria-hidden="true">
        {label}
      </span>
      <span className={styles.short} aria-hidden="true">
        {short}
      </span>
    </button>
  )
}
