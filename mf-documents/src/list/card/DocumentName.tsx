import { Fragment } from 'react'
import styles from './DocumentName.module.css'

export interface DocumentNameProps {
  readonly name: string
  /** Of the button. */
  readonly className: string | undefined
  readonly onOpen: () => void
}

/**
 * Two lines at most; pointing at it shows the whole name. The
 * button is named by `aria-label`: some readers put a space for
 * each possible line break.
 */
export function DocumentName({ name, className, onOpen }: DocumentNameProps) {
  return (
    <button type="button" className={className} aria-label={name} onClick={onOpen}>
      <span className={styles.name} title={name}>
        {/* Underscores allow a line break. */}
        {name.split(/(?<=_)/).map((part, index) => (
          <Fragment key={index}>
            {index > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </span>
    </button>
  )
}
