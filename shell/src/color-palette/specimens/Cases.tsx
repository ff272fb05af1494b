import type { ReactNode } from 'react'
import styles from './Cases.module.css'

/** `wide`: each example takes a whole row. */
export const Cases = ({ wide = false, children }: { readonly wide?: boolean; readonly children: ReactNode }) => (
  <dl className={wide ? styles.wide : styles.line}>{children}</dl>
)

export const Case = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className={styles.name}>{name}</dt>
    <dd>{children}</dd>
  </div>
)
