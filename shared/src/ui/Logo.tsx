import type { ComponentProps, ReactElement } from 'react'
import { cx } from './cx.ts'
import styles from './Logo.module.css'

export type LogoProps = Omit<ComponentProps<'svg'>, 'children'>

/** The word Trazo, written in ink over its stroke. Its height is 1.75rem; set `font-size` for another. */
export const Logo = ({ className, ...rest }: LogoProps): ReactElement => (
  <svg role="img" aria-label="Trazo" {...rest} className={cx(styles.logo, className)} viewBox="0 0 104 40">
    <text x="2" y="28" className={styles.word}>
      Trazo
    </text>
    <path className={styles.stroke} d="M4 35.2C30 32 62 31 100 33.4" />
  </svg>
)
