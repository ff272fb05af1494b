import type { MailMessage } from '../../platform/mail/message.ts'
import type { StoredDocument } from '../access/document-access.ts'
import type { AskingMail } from '../mail/templates/asking.ts'
import { type DeadlineChange, deadlineChangedMessage } from '../mail/templates/deadline-changed.ts'
import { invitationMail } from '../mail/templates/invitation.ts'
import {
  copyOfCompletedMail,
  type ParticipationMail,
  participationDeadline,
  participationMail,
  participationReminder,
} from '../mail/templates/participation.ts'
import { reminderMessage } from '../mail/templates/reminder.ts'
import { yourTurnMessage } from '../mail/templates/your-turn.ts'
import type { InvitedPerson } from '../participants/invited-person.ts'
import type { InvitationLinks } from './invitation-links.ts'

/** Everything that a mail asking for something says. Preview and mail are made from it, so they agree. */
export interface ComposedInvitation {
  readonly document: Pick<
    StoredDocument,
    'original_filename' | 'description' | 'signing_mode' | 'signing_order' | 'deadline'
  >
  readonly person: Pick<InvitedPerson, 'name' | 'role' | 'note'>
  readonly ownerName: string
  readonly personalMessage: string | null
  readonly proposedBy?: string | undefined
  readonly expiresAt: number
  /** Signatures that the person is asked for in this document. */
  readonly fieldCount: number
  /** Names of the other documents of the sending that ask this person. */
  readonly alsoAsked?: readonly string[] | undefined
  readonly links: Pick<InvitationLinks, 'page' | 'silence'>
}

const askingOf = ({
  document,
  person,
  ownerName,
  personalMessage,
  expiresAt,
  fieldCount,
  alsoAsked = [],
  links,
}: ComposedInvitation): AskingMail & { readonly signerName: string } => ({
  ownerName,
  signerName: person.name,
  filename: document.original_filename,
  description: document.description,
  mode: document.signing_mode,
  personalMessage: personalMessage ?? '',
  expiresAt,
  fieldCount,
  alsoAsked,
  deadline: document.deadline,
  url: links.page,
  silenceUrl: links.silence,
})

/** Undefined for signers. */
const participationOf = (composed: ComposedInvitation): ParticipationMail | undefined => {
  const { role, note } = composed.person
  return role === 'firma' ? undefined : { ...askingOf(composed), kind: role, note }
}

/** `turn`: the person waited for others. */
export const composeInvitation = (mail: 'invitation' | 'turn', composed: ComposedInvitation): MailMessage => {
  const asked = participationOf(composed)
  const { proposedBy, document } = composed
  if (asked !== undefined) return participationMail(mail, { ...asked, proposedBy })
  return mail === 'turn'
    ? yourTurnMessage({ ...askingOf(composed), isOrdered: document.signing_order === 'ordered' })
    : invitationMail({ ...askingOf(composed), proposedBy })
}

/** @param invitedAt milliseconds since the epoch */
export const composeReminder = (composed: ComposedInvitation, invitedAt: number): MailMessage => {
  const asked = participationOf(composed)
  return asked === undefined
    ? reminderMessage({ ...askingOf(composed), invitedAt })
    : participationReminder({ ...asked, invitedAt })
}

export const composeDeadline = (composed: ComposedInvitation, change: DeadlineChange): MailMessage => {
  const asked = participationOf(composed)
  return asked === undefined
    ? deadlineChangedMessage({ ...askingOf(composed), ...change })
    : participationDeadline({ ...asked, ...change })
}

/** For a copy, at the end. */
export const composeFinalCopy = (composed: ComposedInvitation): MailMessage =>
  copyOfCompletedMail({ ...askingOf(composed), kind: 'copia', note: composed.person.note })
