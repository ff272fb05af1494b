import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Surface.module.css'

type SurfaceProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  padding?: 'none' | 'md' | 'lg'
  raised?: boolean
}

export const Surface = ({
  as = 'div',
  padding = 'md',
  raised = false,
  className,
  ...rest
}: SurfaceProps): ReactElement => {
  // All these elements accept the props of a div.
  const Element = as as 'div'
  return <Element {...rest} className={cx(styles.surface, styles[padding], raised && styles.raised, className)} />
}
