import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import type { Participant } from 'shared/contract/participants'
import { ChoiceMenu } from 'shared/controls'
import { Badge, Button, ToneIcon, VisuallyHidden } from 'shared/ui'
import { editorTexts } from '../../constants.ts'
import styles from '../InviteDialog.module.css'
import { type ParticipantAction, participantChoices, participantWords } from './participant-news.ts'
import { kindLabels, participantTexts } from './texts.ts'
import type { ParticipantsModel } from './use-participants.ts'

export interface ParticipantRowProps {
  readonly participant: Participant
  readonly participants: ParticipantsModel
  /** Of the invitation that was just tried. */
  readonly problem?: string | undefined
  readonly onAction: (action: ParticipantAction, participant: Participant) => void
}

/** As a signer's row: one line a person, and one menu. */
export function ParticipantRow({ participant, participants, problem, onAction }: ParticipantRowProps) {
  const { name, email, kind, also } = participant
  const { tone, badge, detail } = participantWords(participant)
  const choices = participantChoices(participant, Date.now())
  const told = participants.problemOf(participant) ?? problem
  const facts = [kindLabels[kind], ...(also.includes('firma') ? [participantTexts.alsoSigns] : []), email]
  return (
    <li className={styles.person}>
      <div className={styles.personHead}>
        <p className={styles.name}>{name}</p>
        <p className={styles.state}>
          <Badge tone={tone} icon={<ToneIcon tone={tone} />}>
            {badge}
          </Badge>
          {detail && <span className={tone === 'error' ? styles.error : styles.detail}>{detail}</span>}
        </p>
        <p className={styles.detail}>{facts.join(' · ')}</p>
        {choices.length > 0 && (
          <div className={styles.menu}>
            <ChoiceMenu
              title={name}
              label={editorTexts.actionsOf(name)}
              icon={<EllipsisVertical />}
              busy={participants.isBusy(participant)}
              choices={choices}
              onChoose={(action) => onAction(action, participant)}
            />
          </div>
        )}
      </div>
      <Proposal {...{ participant, participants }} />
      {told && (
        <p role="alert" className={styles.error}>
          {told}
        </p>
      )}
    </li>
  )
}

function Proposal({ participant, participants }: Pick<ParticipantRowProps, 'participant' | 'participants'>) {
  const { invitation } = participant
  if (invitation?.state !== 'standing' || !invitation.proposal) return null
  const { name, email, note } = invitation.proposal
  const busy = participants.isBusy(participant)
  return (
    <div className={styles.proposal}>
      <p>{participantTexts.proposes(name, email)}</p>
      {note && <p className={styles.note}>«{note}»</p>}
      <div className={styles.guestActions}>
        <Button
          size="sm"
          variant="primary"
          busy={busy}
          busyLabel="Enviando…"
          onClick={() => participants.answerProposal(participant, true)}
        >
          {editorTexts.confirmProposal(name)}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={busy}
          onClick={() => participants.answerProposal(participant, false)}
        >
          {editorTexts.refuseProposal}
          <VisuallyHidden> a {name}</VisuallyHidden>
        </Button>
      </div>
    </div>
  )
}
