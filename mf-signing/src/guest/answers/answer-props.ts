import type { GuestAnswer, InvitationEntry } from '../session/guest-session.ts'

export type AnswerKind = 'decline' | 'forward' | 'reminders'

export interface GuestAnswersProps {
  readonly fieldId: number
  readonly invitation: InvitationEntry
  readonly onRenewed: (accessToken: string) => void
  readonly onAnswered: (answer: GuestAnswer) => void
  readonly onDeclined: () => void
}

export interface AnswerProps extends GuestAnswersProps {
  readonly onClose: () => void
}
