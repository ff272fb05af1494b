import { Fragment } from 'react'
import styles from './DocumentName.module.css'

/**
 * Two lines at most; pointing at it shows the whole name. Its
 * button is named by `aria-label`: some readers put a space for
 * each possible line break.
 */
export function DocumentName({ name }: { readonly name: string }) {
  return (
    <span className={styles.name} title={name}>
      {/* Underscores allow a line break. */}
      {name.split(/(?<=_)/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
