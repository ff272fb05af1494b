import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'
import styles from './Surface.module.css'

export type SurfaceProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  padding?: 'none' | 'md' | 'lg'
  /** Floats above the page instead of lying on it. */
  raised?: boolean
}

/** A sheet on the paper. */
export const Surface = ({
  as = 'div',
  padding = 'md',
  raised = false,
  className,
  ...rest
}: SurfaceProps): ReactElement => {
  // The elements differ in name only: what a div takes, they take.
  const Element = as as 'div'
  return <Element {...rest} className={cx(styles.surface, styles[padding], raised && styles.raised, className)} />
}
