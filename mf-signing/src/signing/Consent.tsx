import { CONSENT_VERSION, consents, SENDING_CONSENT_VERSION } from 'shared/contract/consent'
import styles from './Consent.module.css'

export interface ConsentProps {
  /** Named if the act signs several. */
  readonly documents?: readonly string[] | undefined
}

/** The audit log stores this text. */
export function Consent({ documents = [] }: ConsentProps) {
  return (
    <div className={styles.consent}>
      {documents.length > 0 && (
        <>
          <p>Firmas estos {documents.length} documentos:</p>
          <ul>
            {documents.map((name, index) => (
              // Two documents may have one name.
              <li key={`${index} ${name}`}>{name}</li>
            ))}
          </ul>
        </>
      )}
      <p>{consents[documents.length > 0 ? SENDING_CONSENT_VERSION : CONSENT_VERSION]}</p>
    </div>
  )
}
