import { CONSENT_VERSION, consents } from 'shared/http/evidence'
import styles from './SigningFlow.module.css'

/** The audit log stores this text. */
export function Consent() {
  return <p className={styles.notice}>{consents[CONSENT_VERSION]}</p>
}
