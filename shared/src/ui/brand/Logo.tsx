import type { ComponentProps, ReactElement } from 'react'
import { cx } from '../styles/cx.ts'
import styles from './Logo.module.css'
import { LOGO_BOX, logoStroke, logoWord } from './outlines.ts'

type LogoProps = Omit<ComponentProps<'svg'>, 'children'>

/** Scales with `font-size`; uses the text colour. */
export const Logo = ({ className, ...rest }: LogoProps): ReactElement => (
  <svg role="img" aria-label="Trazo" {...rest} className={cx(styles.logo, className)} viewBox={LOGO_BOX}>
    <path d={logoWord} />
    <path d={logoStroke} className={styles.stroke} />
  </svg>
)
