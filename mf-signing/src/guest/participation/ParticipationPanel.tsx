import { Alert } from 'shared/ui'
import { formatDateTime } from '../../format.ts'
import page from '../GuestPage.module.css'
import { PrivacyLink } from '../PrivacyLink.tsx'
import { OwnQuestions } from '../questions/OwnQuestions.tsx'
import { kindTexts, participationTexts } from './constants.ts'
import styles from './Participation.module.css'
import type { ParticipationProps } from './participation.ts'
import { asParticipant } from './participation-access.ts'

export function ParticipationPanel({ participation, dispatch }: ParticipationProps) {
  const { participant, owner_name: ownerName, document, token } = participation
  const { kind, note, answered_at: answeredAt } = participant
  const texts = kindTexts[kind]
  const isOver = answeredAt !== null || kind === 'copia'
  return (
    <section className={styles.panel} aria-label={texts.task}>
      <h2 className={styles.task}>{texts.task}</h2>
      <p className={page.stepText} role={answeredAt === null ? undefined : 'status'}>
        {answeredAt === null ? texts.means : texts.doneOn(formatDateTime(answeredAt))}
      </p>
      {isOver && !document.is_complete && <p className={page.stepText}>{participationTexts.notYetComplete}</p>}
      {note !== '' && (
        <Alert tone="info" title={participationTexts.note(ownerName)}>
          <span className={styles.note}>{note}</span>
        </Alert>
      )}
      {answeredAt !== null && (
        <OwnQuestions
          asking={{
            asker: { participantId: participant.id },
            withAccess: (call) => asParticipant(participation, dispatch, call),
          }}
          ownerName={ownerName}
          closed={participationTexts.noMoreQuestions}
        />
      )}
      {isOver && <PrivacyLink token={token} />}
    </section>
  )
}
