import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'
import styles from './Stroke.module.css'

export type StrokeProps = Omit<ComponentProps<'svg'>, 'children'> & {
  /** 'underline' stretches to the width it is given; 'flourish' keeps its shape. */
  variant?: 'underline' | 'flourish'
  /** Writes itself again and again, once, or lies still. */
  writing?: 'always' | 'once' | 'never'
}

const strokes = {
  underline: {
    viewBox: '0 0 120 8',
    d: 'M2 5.2C22 2.6 46 2 66 3s38 2.6 52 .4',
  },
  flourish: {
    viewBox: '0 0 160 48',
    d: 'M6 34C26 12 44 6 50 12s-12 26-4 26 22-26 30-24-8 20 2 20 30-16 76-18',
  },
}

/** The stroke of the pen: decoration in the accent colour. */
export const Stroke = ({ variant = 'underline', writing = 'never', className, ...rest }: StrokeProps): ReactElement => (
  <svg
    aria-hidden="true"
    {...rest}
    className={cx(styles.stroke, styles[variant], styles[writing], className)}
    viewBox={strokes[variant].viewBox}
    preserveAspectRatio={variant === 'underline' ? 'none' : undefined}
  >
    <path d={strokes[variant].d} pathLength={1} />
  </svg>
)
