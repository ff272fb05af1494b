import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Skeleton.module.css'

type SkeletonProps = ComponentProps<'div'> & {
  /** CSS lengths; default: full width, one line. */
  width?: string | number
  height?: string | number
}

/** Silent: the surrounding region announces the loading. */
export const Skeleton = ({ width, height, className, style, ...rest }: SkeletonProps): ReactElement => (
  <div
    aria-hidden="true"
    {...rest}
    className={cx(styles.skeleton, className)}
    style={{ inlineSize: width, blockSize: height, ...style }}
  />
)
