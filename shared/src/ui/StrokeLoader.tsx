import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'
import { Stroke } from './Stroke.tsx'
import styles from './StrokeLoader.module.css'

export type StrokeLoaderProps = Omit<ComponentProps<'div'>, 'children'> & {
  /** What is being waited for ('Cargando documentos…'). */
  text: string
}

/** Something is on its way: the stroke writes itself until it is there. Stays invisible for the first moment. */
export const StrokeLoader = ({ text, className, ...rest }: StrokeLoaderProps): ReactElement => (
  <div role="status" {...rest} className={cx(styles.loader, className)}>
    <Stroke variant="flourish" writing="always" />
    <p>{text}</p>
  </div>
)
