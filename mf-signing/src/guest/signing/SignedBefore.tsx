import { pageMessages } from 'shared/contract'
import type { SignedPlacedField } from '../../fields/field-lifecycle.ts'
import { formatDateTime } from '../../format.ts'
import styles from '../GuestPage.module.css'
import { PrivacyLink } from '../PrivacyLink.tsx'
import { type GuestSession, linkTokenOf } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { downloadSigned } from './download-signed.ts'
import { ReportButton } from './ReportButton.tsx'

export default function SignedBefore({
  guest,
  field,
}: {
  readonly guest: GuestSession
  readonly field: SignedPlacedField
}) {
  return (
    <section className={styles.thanks}>
      {guest.entry.kind === 'invitation' ? (
        <>
          <h2>{signedTexts.signedBefore}</h2>
          <p className={styles.stepText}>
            {field.signedAt && `${signedTexts.signedOn(formatDateTime(field.signedAt))} `}
            {signedTexts.signedKept}
          </p>
        </>
      ) : (
        <p role="status">{pageMessages.FIELD_SIGNED}</p>
      )}
      <div className={styles.choices}>
        <DownloadButton download={() => downloadSigned(guest)} />
        <ReportButton guest={guest} />
      </div>
      <PrivacyLink token={linkTokenOf(guest)} />
    </section>
  )
}
