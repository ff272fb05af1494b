import { CONSENT_VERSION, consents } from 'shared/http/evidence'
import styles from './SigningFlow.module.css'

/** What somebody agrees to with the button below it; the document's log keeps these words. */
export function Consent() {
  return <p className={styles.notice}>{consents[CONSENT_VERSION]}</p>
}
