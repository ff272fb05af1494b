import { CONSENT_VERSION, consents } from 'shared/http/deferred'
import styles from './Consent.module.css'

/** The audit log stores this text. */
export function Consent() {
  return <p className={styles.consent}>{consents[CONSENT_VERSION]}</p>
}
