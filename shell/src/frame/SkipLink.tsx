import { CONTENT_ID } from '../page/page-change.ts'
import styles from './Frame.module.css'

/** First tab stop; leaves no fragment in the URL. */
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
