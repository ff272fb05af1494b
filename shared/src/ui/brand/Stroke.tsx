import type { ComponentProps, ReactElement } from 'react'
import { useId } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Stroke.module.css'
import { flourish, underline } from './strokes.ts'

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
