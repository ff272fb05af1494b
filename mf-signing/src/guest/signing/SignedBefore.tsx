import Download from 'lucide-react/icons/download'
import { Button } from 'shared/ui'
import type { SignedField } from '../../fields/field-lifecycle.ts'
import { formatDateTime } from '../../format.ts'
import styles from '../GuestPage.module.css'
import type { Visit } from '../guest-visit.ts'
import { PrivacyLink } from '../PrivacyLink.tsx'
import { signedTexts } from './constants.ts'
import { useDownload } from './use-download.ts'

/** A guest who returns after signing can read and download. */
export default function SignedBefore({ visit, field }: { readonly visit: Visit; readonly field: SignedField }) {
  const download = useDownload(visit)
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
      <PrivacyLink way={visit.way} />
    </section>
  )
}
