import { CONSENT_VERSION, consents } from 'shared/contract/consent'
import styles from './Consent.module.css'

/** The audit log stores this text. */
export function Consent() {
  return <p className={styles.consent}>{consents[CONSENT_VERSION]}</p>
}
