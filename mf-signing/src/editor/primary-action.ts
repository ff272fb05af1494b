import type { UserFile } from 'shared/contract'
import type { Participant } from 'shared/contract/participants'
import type { PlacedField } from '../fields/field-lifecycle.ts'
import { isFrozen, isSigned, isTemporary } from '../fields/field-lifecycle.ts'
import { onePerSigner } from '../fields/same-signer.ts'
import { REMINDER_PAUSE_MS } from './constants.ts'
import type { InvitedGuest } from './invitations/invitations.ts'
import { uninvitedFields } from './invitations/invitations.ts'
import { awaitsAnswer, awaitsInvitation } from './invitations/participants/participant-news.ts'
import { remindRefusal } from './invitations/reminders.ts'
import type { SigningParty } from './signers/signers.ts'
import { withoutField } from './signers/signers.ts'

export type PrimaryAction =
  | { readonly kind: 'none' | 'add-signer' | 'invite' | 'sign' | 'download' }
  | { readonly kind: 'place'; readonly signer: SigningParty }
  | { readonly kind: 'remind'; readonly guests: readonly InvitedGuest[] }
  /** Only others can act. */
  | { readonly kind: 'wait'; readonly count: number }
  /** For approvals or readings. */
  | { readonly kind: 'wait-answers'; readonly count: number }

export interface PrimaryFacts {
  readonly status: UserFile['status']
  readonly cancelled: boolean
  readonly expired?: boolean
  readonly fields: readonly PlacedField[]
  readonly signers: readonly SigningParty[]
  readonly guests: readonly InvitedGuest[]
  readonly participants: readonly Participant[]
  readonly now: number
}

const isUndelivered = ({ state, invitation }: InvitedGuest): boolean =>
  state === 'standing' && invitation?.delivery?.state === 'failed'

/** A fresh invitation is left alone, though the server would remind. */
const isRemindable =
  (now: number) =>
  ({ state, invitation }: InvitedGuest): boolean =>
    state === 'standing' &&
    invitation !== undefined &&
    !invitation.proposal &&
    !invitation.waits &&
    now - Date.parse(invitation.invited_at) >= REMINDER_PAUSE_MS &&
    remindRefusal(invitation, now) === undefined

const placing = ({ fields, signers }: PrimaryFacts): PrimaryAction | undefined => {
  if (isFrozen(fields)) return undefined
  const [signer] = withoutField(signers)
  if (signer) return { kind: 'place', signer }
  return fields.length === 0 ? { kind: 'add-signer' } : undefined
}

const following = ({ guests, participants, now }: PrimaryFacts): PrimaryAction => {
  // A mail reminds of all fields of a person.
  const remindable = onePerSigner(guests.filter(isRemindable(now)))
  if (remindable.length > 0) return { kind: 'remind', guests: remindable }
  // One who declined in an open document has alternates.
  const waiting = onePerSigner(guests.filter(({ state }) => state === 'standing' || state === 'declined'))
  if (waiting.length > 0) return { kind: 'wait', count: waiting.length }
  const answers = waitingAnswers(participants)
  if (answers) return answers
  return guests.some(({ state }) => state === 'revoked') ? { kind: 'invite' } : { kind: 'none' }
}

const waitingAnswers = (participants: readonly Participant[]): PrimaryAction | undefined => {
  const count = participants.filter(awaitsAnswer).length
  return count > 0 ? { kind: 'wait-answers', count } : undefined
}

/** Signers wait for it, the owner too. */
const awaitsApproval = (participant: Participant): boolean =>
  participant.kind === 'visto_bueno' && participant.before_step === 1 && awaitsAnswer(participant)

export const primaryAction = (facts: PrimaryFacts): PrimaryAction => {
  const { status, cancelled, expired, fields, guests, participants } = facts
  if (cancelled || expired || status === 'CANCELLED') return { kind: 'none' }
  if (status === 'COMPLETED') return { kind: 'download' }
  if (fields.length > 0 && fields.every(isSigned)) return waitingAnswers(participants) ?? { kind: 'download' }
  const place = placing(facts)
  if (place) return place
  const unsaved = fields.filter(isTemporary)
  if (unsaved.some(({ type }) => type === 'signature')) return { kind: 'invite' }
  if (uninvitedFields(guests).length > 0 || guests.some(isUndelivered)) return { kind: 'invite' }
  if (participants.some(awaitsInvitation)) return { kind: 'invite' }
  if (participants.some(awaitsApproval)) return waitingAnswers(participants) ?? { kind: 'none' }
  if (fields.some((field) => field.type === 'primary' && !isSigned(field))) return { kind: 'sign' }
  return following(facts)
}
