import type { Participant } from 'shared/contract/participants'
import { PersonQuestions } from '../../questions/PersonQuestions.tsx'
import type { QuestionsModel } from '../../questions/use-questions.ts'
import { PersonLine, ProposedPerson } from '../PersonLine.tsx'
import { type ParticipantAction, participantChoices, participantWords } from './participant-news.ts'
import { copyLabels, kindLabels, participantTexts } from './texts.ts'
import type { ParticipantsModel } from './use-participants.ts'

export interface ParticipantRowProps {
  readonly participant: Participant
  readonly participants: ParticipantsModel
  /** Absent where they are not shown. */
  readonly questions?: QuestionsModel
  /** Of the invitation that was just tried. */
  readonly problem?: string | undefined
  readonly onAction: (action: ParticipantAction, participant: Participant) => void
}

const roleFacts = ({ copy_when, note }: Participant): readonly string[] => [
  copy_when === null ? '' : copyLabels[copy_when],
  note && `«${note}»`,
]

/** Of a person without a field. */
export function ParticipantRow({ participant, participants, questions, problem, onAction }: ParticipantRowProps) {
  const { name, email, kind, also } = participant
  const { ofTemplate } = participants
  const person = [also.includes('firma') ? participantTexts.alsoSigns : '', email]
  return (
    <PersonLine
      name={name}
      words={ofTemplate ? undefined : participantWords(participant)}
      facts={[kindLabels[kind], ...(ofTemplate ? roleFacts(participant) : person)]}
      choices={participantChoices(participant, Date.now())}
      busy={participants.isBusy(participant)}
      problem={participants.problemOf(participant) ?? problem}
      proposal={<ProposalTo {...{ participant, participants }} />}
      onChoose={(action) => onAction(action, participant)}
    >
      {questions && <PersonQuestions {...{ questions }} person={participant} />}
    </PersonLine>
  )
}

function ProposalTo({ participant, participants }: Pick<ParticipantRowProps, 'participant' | 'participants'>) {
  const { invitation } = participant
  if (invitation?.state !== 'standing' || !invitation.proposal) return null
  const { proposal } = invitation
  return (
    <ProposedPerson
      proposal={proposal}
      text={participantTexts.proposes(proposal.name, proposal.email)}
      busy={participants.isBusy(participant)}
      onAnswer={(accepted) => participants.answerProposal(participant, accepted)}
    />
  )
}
