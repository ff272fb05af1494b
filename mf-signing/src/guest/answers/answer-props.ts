import type { GuestAnswer, Invitation } from '../session/guest-session.ts'

export type AnswerKind = 'decline' | 'forward' | 'reminders'

export interface GuestAnswersProps {
  readonly fieldId: number
  readonly invitation: Invitation
  readonly onRenewed: (accessToken: string) => void
  readonly onAnswered: (answer: GuestAnswer) => void
  readonly onDeclined: () => void
}

export interface AnswerProps extends GuestAnswersProps {
  readonly onClose: () => void
}
