import type { ComponentProps, ReactElement } from 'react'
import { Stroke } from '../brand/Stroke.tsx'
import { cx } from '../styles/cx.ts'
import styles from './StrokeLoader.module.css'

type StrokeLoaderProps = Omit<ComponentProps<'div'>, 'children'> & {
  text: string
}

/** Invisible for the first moment. */
export const StrokeLoader = ({ text, className, ...rest }: StrokeLoaderProps): ReactElement => (
  <div role="status" {...rest} className={cx(styles.loader, className)}>
    <Stroke variant="flourish" writing="always" />
    <p>{text}</p>
  </div>
)
