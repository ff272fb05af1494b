import type { Message } from '../../platform/mail/message.ts'
import type { Document } from '../access/document-access.ts'
import type { Field } from '../access/view-field.ts'
import type { Asking } from '../mail/templates/asking.ts'
import { invitationMessage } from '../mail/templates/invitation.ts'
import { yourTurnMessage } from '../mail/templates/your-turn.ts'
import type { InvitationLinks } from './invitation-links.ts'

/** Everything that a mail asking for a signature says. Preview and mail are made from it, so they agree. */
export interface Composed {
  readonly document: Pick<Document, 'original_filename' | 'description' | 'signing_mode' | 'deadline'>
  readonly field: Pick<Field, 'signer_name'>
  readonly ownerName: string
  readonly personalMessage: string | null
  readonly proposedBy?: string | undefined
  readonly expiresAt: number
  readonly links: Pick<InvitationLinks, 'page' | 'silence'>
}

/** The part that invitation, turn, reminder and deadline mails share. */
export const askingOf = ({
  document,
  field,
  ownerName,
  personalMessage,
  expiresAt,
  links,
}: Composed): Asking & { readonly signerName: string } => ({
  ownerName,
  signerName: field.signer_name,
  filename: document.original_filename,
  description: document.description,
  mode: document.signing_mode,
  personalMessage: personalMessage ?? '',
  expiresAt,
  deadline: document.deadline,
  url: links.page,
  silenceUrl: links.silence,
})

export const composeInvitation = (mail: 'invitation' | 'turn', composed: Composed): Message =>
  mail === 'turn'
    ? yourTurnMessage(askingOf(composed))
    : invitationMessage({ ...askingOf(composed), proposedBy: composed.proposedBy })
