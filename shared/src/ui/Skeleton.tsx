import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'
import styles from './Skeleton.module.css'

export type SkeletonProps = ComponentProps<'div'> & {
  /** CSS lengths; by default the whole width and one line of text. */
  width?: string | number
  height?: string | number
}

/** Holds the place of what is still coming. Silent: the region that it stands in says that it is loading. */
export const Skeleton = ({ width, height, className, style, ...rest }: SkeletonProps): ReactElement => (
  <div
    aria-hidden="true"
    {...rest}
    className={cx(styles.skeleton, className)}
    style={{ inlineSize: width, blockSize: height, ...style }}
  />
)
