import type { ReactNode } from 'react'
import styles from './SpecimenCases.module.css'

/** `wide`: each example takes a whole row. */
export const SpecimenCases = ({
  wide = false,
  children,
}: {
  readonly wide?: boolean
  readonly children: ReactNode
}) => <dl className={wide ? styles.wide : styles.line}>{children}</dl>

export const SpecimenCase = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt className={styles.name}>{name}</dt>
    <dd>{children}</dd>
  </div>
)
