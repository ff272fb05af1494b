import Download from 'lucide-react/icons/download'
import { Button } from 'shared/ui'
import type { SignedField } from '../../fields/field-lifecycle.ts'
import { formatDateTime } from '../../format.ts'
import styles from '../GuestPage.module.css'
import { PrivacyLink } from '../PrivacyLink.tsx'
import type { GuestSession } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { useDownload } from './use-download.ts'

/** A returning guest can read and download. */
export default function SignedBefore({ guest, field }: { readonly guest: GuestSession; readonly field: SignedField }) {
  const download = useDownload(guest)
  return (
    <section className={styles.thanks}>
      <h2>{signedTexts.signedBefore}</h2>
      <p className={styles.stepText}>
        {field.signedAt && `${signedTexts.signedOn(formatDateTime(field.signedAt))} `}
        {signedTexts.signedKept}
      </p>
      <div className={styles.choices}>
        <Button
          variant="primary"
          icon={<Download />}
          busy={download.busy}
          busyLabel="Descargando…"
          onClick={download.start}
        >
          {signedTexts.download}
        </Button>
      </div>
      <PrivacyLink entry={guest.entry} />
    </section>
  )
}
