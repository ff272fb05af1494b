import type { LinkClosing } from 'shared/contract'
import { buttonClass } from 'shared/ui'
import { endTexts } from '../ends/constants.ts'
import { mailForHelp } from '../ends/mail-for-help.ts'
import styles from '../GuestPage.module.css'
import { PrivacyLink } from '../PrivacyLink.tsx'
import { type GuestSession, linkTokenOf } from '../session/guest-session.ts'
import { closedTexts } from './constants.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { downloadSigned } from './download-signed.ts'

export default function LinkClosed({
  guest,
  closing,
}: {
  readonly guest: GuestSession
  readonly closing: LinkClosing
}) {
  const { title, text } = closedTexts[closing]
  return (
    <section className={styles.thanks}>
      <div role="status">
        <h2>{title}</h2>
        <p className={styles.stepText}>{text}</p>
      </div>
      <div className={styles.choices}>
        {closing === 'signed' ? (
          <DownloadButton download={() => downloadSigned(guest)} />
        ) : (
          <a className={buttonClass('primary')} href={mailForHelp(guest.fileName, title)}>
            {endTexts.writeToOwner}
          </a>
        )}
      </div>
      <PrivacyLink token={linkTokenOf(guest)} />
    </section>
  )
}
