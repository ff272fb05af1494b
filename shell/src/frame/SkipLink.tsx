import styles from './Frame.module.css'
import { CONTENT_ID } from './page-arrival.ts'

/** First stop of the Tab key: past the header, without leaving a fragment in the address. */
export function SkipLink() {
  return (
    <a
      className={styles.skip}
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(CONTENT_ID)?.focus()
      }}
    >
      Saltar al contenido
    </a>
  )
}
