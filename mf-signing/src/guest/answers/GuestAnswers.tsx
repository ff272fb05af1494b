import { guestApi } from 'shared/http'
import { withGuestAccess } from '../session/guest-access.ts'
import type { GuestAnswer, InvitationEntry } from '../session/guest-session.ts'
import { forgetKeptDrawing } from '../signing/forget-drawing.ts'
import { Answers } from './Answers.tsx'
import type { AnswerCalls } from './answer-props.ts'
import { signerWords } from './constants.ts'

export interface GuestAnswersProps {
  readonly fieldId: number
  readonly invitation: InvitationEntry
  readonly onRenewed: (accessToken: string) => void
  readonly onAnswered: (answer: GuestAnswer) => void
  readonly onDeclined: () => void
}

/** Of a signer. */
export default function GuestAnswers({ fieldId, invitation, onRenewed, onAnswered, onDeclined }: GuestAnswersProps) {
  const { token, ownerName, user, remindersSilenced, sign_by: answerBy, turn, waitsFor, proposal } = invitation
  const access = { invitation, onRenewed }
  const calls: AnswerCalls = {
    decline: (reason) => withGuestAccess(access, (bearer) => guestApi.decline(fieldId, reason, bearer)),
    forward: (other) => withGuestAccess(access, (bearer) => guestApi.forward(fieldId, other, bearer)),
    silence: (silenced) => withGuestAccess(access, (bearer) => guestApi.silenceReminders(fieldId, silenced, bearer)),
  }
  return (
    <Answers
      person={{ token, ownerName, email: user.email, remindersSilenced, answerBy, turn, waitsFor, proposal }}
      kinds={['question', 'decline', 'forward', 'reminders']}
      words={signerWords}
      calls={calls}
      asking={{ asker: { fieldId }, withAccess: (call) => withGuestAccess(access, call) }}
      onAnswered={onAnswered}
      onDeclined={() => {
        forgetKeptDrawing(fieldId)
        onDeclined()
      }}
    />
  )
}
