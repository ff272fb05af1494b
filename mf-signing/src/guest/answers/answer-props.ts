import type { BodyOf, forwardInvitationCall } from 'shared/contract'
import type { AskingPerson } from '../questions/asking-person.ts'
import type { GuestAnswer } from '../session/guest-session.ts'
import type { AnswerWords } from './constants.ts'

export type AnswerKind = 'question' | 'decline' | 'forward' | 'reminders'

type OtherPerson = BodyOf<typeof forwardInvitationCall>

/** Answers of an invited person other than the one that is asked for. Each rejects with an HttpError. */
export interface AnswerCalls {
  readonly decline: (reason: string) => Promise<unknown>
  readonly forward: (other: OtherPerson) => Promise<unknown>
  readonly silence: (silenced: boolean) => Promise<unknown>
}

/** Of a signer, or of a person without a field. */
interface AnsweringPerson {
  /** The link's token. */
  readonly token: string
  readonly ownerName: string
  readonly email: string
  readonly remindersSilenced: boolean
  /** YYYY-MM-DD */
  readonly answerBy: string | undefined
  readonly turn: 'now' | 'later'
  /** Names of those who approve before. */
  readonly waitsFor?: readonly string[] | undefined
  readonly proposal: { readonly name: string; readonly email: string } | null
}

export interface AnswersProps {
  readonly person: AnsweringPerson
  readonly kinds: readonly AnswerKind[]
  readonly words: AnswerWords
  readonly asking: AskingPerson
  readonly calls: AnswerCalls
  readonly onAnswered: (answer: GuestAnswer) => void
  readonly onDeclined: () => void
}

export interface AnswerProps extends AnswersProps {
  readonly onClose: () => void
}
