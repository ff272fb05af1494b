import type { ComponentProps, ReactElement } from 'react'
import { useId } from 'react'
import { cx } from '../styles/cx.ts'
import { FLOURISH_BOX, flourishPath } from './outlines.ts'
import styles from './Stroke.module.css'

/**
 * `ink`: outline of the stroke. `path`: centre line for the
 * writing animation.
 */
type PenStroke = { viewBox: string; ink: string; path: string }

const underline: PenStroke = {
  viewBox: '0 0 120 8',
  ink: 'M1 5.6c8.7-.1 17.9-.7 27.7-.9q14.8-.2 31.2.4 15 .9 30 .6c9.9-.4 19.7-1.2 29.1-3.5q-14.4 1.3-29.1 1T60.1 1.7a237 237 0 0 0-31.5-.1q-15 .7-27.6 4',
  path: 'M1 5.6c17-2.4 37-3.4 59-2.2 20 1.2 40 2 59-1.2',
}

const flourish: PenStroke = {
  viewBox: FLOURISH_BOX,
  ink: 'M3 37c8.2-.2 16.8-.6 24.8-2.4 7.9-2 14.7-5.6 19.8-12.2 2.3-3.4 5.6-7.7 7.6-11.2s1.5-7.3-2.8-6.6c-4.5 1-6.8 4.1-8.2 8.2s-1.8 9-2.6 13c-.9 3.3-1 7.1 0 10.2 1.1 3.2 3.8 5.7 7.4 5.5 4-.3 6.9-2.5 9.6-5.1s4.9-6 7-9c1.7-2.6 4.1-5.8 5.5-8.5 1.3-2.6.6-5.9-2.7-5.3-3.3.8-5 3.1-6.1 5.9-1 3-1.3 6.4-1.8 9.3a15 15 0 0 0 .5 8.4c1.1 2.5 3.5 4.5 6.5 4.3 3.1-.3 5.3-2 7.5-3.9q3.2-3 5.6-6.7c1.1-1.8 2.8-3.9 3.8-5.8s.4-4.5-2-4c-2.5.7-3.8 2.3-4.7 4.5q-1 3.3-1.2 6.8-.6 3.5 1.3 6.3c1.2 1.8 3.4 3 5.7 2.8q7.3 0 14.5-1.2a116 116 0 0 0 14.2-3.1A184 184 0 0 0 157 16q-10.7 6.4-21.9 11.5a150 150 0 0 1-37.3 11.1q-7.2.9-14.3.9a5 5 0 0 1-3.6-2.3 8 8 0 0 1-1.4-4.6q.4-3.5.9-6.5c.5-1.9 1.4-3.3 3.2-3.2 1.7.1 1-.1.4 1.5a30 30 0 0 1-3.6 5.7q-2.3 3.7-5.1 6.8a9 9 0 0 1-6.8 2.6c-2.2-.3-3.3-1.4-4.2-3.3-.8-1.9-1.1-4.6-.8-7 .6-3 .8-6.4 1.5-9.1.8-2.7 2.1-4.7 4.6-4.7 2.6.1 2 .4 1 2.8a50 50 0 0 1-5.2 8.4q-3 4.9-6.6 9.1-3.7 4-8.8 3.8c-2.8-.3-4.1-1.8-5-4.3a18 18 0 0 1-.6-9c1-4.2 1.5-9 2.5-12.9 1.1-3.8 3-6.7 6.7-6.9 3.6-.1 2.9.8 1.3 4.1-1.7 3.4-5 7.7-7.5 11.1-4.3 6.6-11.3 9.6-19 11.4C19.6 34.8 11 35.3 3 37',
  path: flourishPath,
}

type StrokeProps = Omit<ComponentProps<'svg'>, 'children'> & {
  /** Only 'underline' stretches. */
  variant?: 'underline' | 'flourish'
  writing?: 'never' | 'once' | 'always'
}

export const Stroke = ({ variant = 'underline', writing = 'never', className, ...rest }: StrokeProps): ReactElement => {
  const mask = useId()
  const stroke = variant === 'underline' ? underline : flourish
  const moves = writing !== 'never'
  return (
    <svg
      aria-hidden="true"
      {...rest}
      className={cx(styles.stroke, styles[variant], moves && styles[writing], className)}
      viewBox={stroke.viewBox}
      preserveAspectRatio={variant === 'underline' ? 'none' : undefined}
    >
      {moves && (
        <mask id={mask}>
          <path className={styles.path} d={stroke.path} pathLength={1} />
        </mask>
      )}
      <path d={stroke.ink} mask={moves ? `url(#${mask})` : undefined} />
    </svg>
  )
}
