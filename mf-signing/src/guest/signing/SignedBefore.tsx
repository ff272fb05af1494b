import { pageMessages } from 'shared/contract'
import type { SignedPlacedField } from '../../fields/field-lifecycle.ts'
import { formatDateTime } from '../../format.ts'
import styles from '../GuestPage.module.css'
import { isAccountLink } from '../next/account-link.ts'
import { NextInInbox } from '../next/NextInInbox.tsx'
import { PrivacyLink } from '../PrivacyLink.tsx'
import { OwnQuestions } from '../questions/OwnQuestions.tsx'
import { withGuestAccess } from '../session/guest-access.ts'
import { type GuestSession, linkTokenOf } from '../session/guest-session.ts'
import { signedTexts } from './constants.ts'
import { DownloadButton } from './DownloadButton.tsx'
import { downloadSigned } from './download-signed.ts'
import { ReportButton } from './ReportButton.tsx'

export interface SignedBeforeProps {
  readonly guest: GuestSession
  readonly field: SignedPlacedField
}

export default function SignedBefore({ guest, field }: SignedBeforeProps) {
  const token = linkTokenOf(guest)
  const byOther = guest.entry.kind === 'invitation' && guest.entry.signedByOther === true
  const on = byOther ? signedTexts.otherSignedOn : signedTexts.signedOn
  return (
    <section className={styles.thanks}>
      {guest.entry.kind === 'invitation' ? (
        <>
          <h2>{byOther ? signedTexts.signedByOther(field.signerName) : signedTexts.signedBefore}</h2>
          <p className={styles.stepText}>
            {field.signedAt && `${on(formatDateTime(field.signedAt))} `}
            {isAccountLink(token) ? signedTexts.signedKeptByMail : signedTexts.signedKept}
          </p>
        </>
      ) : (
        <p role="status">{pageMessages.FIELD_SIGNED}</p>
      )}
      <div className={styles.choices}>
        <NextInInbox token={token} />
        <DownloadButton isSecond={isAccountLink(token)} download={() => downloadSigned(guest)} />
        <ReportButton guest={guest} />
        <QuestionsOfSigner {...{ guest, field }} />
      </div>
      <PrivacyLink token={token} />
    </section>
  )
}

function QuestionsOfSigner({ guest: { entry }, field }: SignedBeforeProps) {
  if (entry.kind !== 'invitation') return null
  const access = { invitation: entry, onRenewed: () => undefined }
  return (
    <OwnQuestions
      asking={{ asker: { fieldId: field.id }, withAccess: (call) => withGuestAccess(access, call) }}
      ownerName={entry.ownerName}
      closed={entry.signedByOther ? signedTexts.noMoreQuestionsAfter(field.signerName) : signedTexts.noMoreQuestions}
    />
  )
}
