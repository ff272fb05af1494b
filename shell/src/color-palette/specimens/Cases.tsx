import type { ReactNode } from 'react'
import styles from './Cases.module.css'

/** `wide` takes a whole row. */
export function Cases({
  cases,
  wide = false,
}: {
  readonly cases: readonly (readonly [name: string, example: ReactNode])[]
  readonly wide?: boolean
}) {
  return (
    <dl className={styles.cases}>
      {cases.map(([name, example]) => (
        <div key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={wide ? styles.wide : styles.line}>{example}</dd>
        </div>
      ))}
    </dl>
  )
}
