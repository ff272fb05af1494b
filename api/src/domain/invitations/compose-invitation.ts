import type { MailMessage } from '../../platform/mail/message.ts'
import type { StoredDocument } from '../access/document-access.ts'
import type { StoredField } from '../access/view-field.ts'
import type { AskingMail } from '../mail/templates/asking.ts'
import { invitationMail } from '../mail/templates/invitation.ts'
import { yourTurnMessage } from '../mail/templates/your-turn.ts'
import type { InvitationLinks } from './invitation-links.ts'

/** Everything that a mail asking for a signature says. Preview and mail are made from it, so they agree. */
export interface ComposedInvitation {
  readonly document: Pick<StoredDocument, 'original_filename' | 'description' | 'signing_mode' | 'deadline'>
  readonly field: Pick<StoredField, 'signer_name'>
  readonly ownerName: string
  readonly personalMessage: string | null
  readonly proposedBy?: string | undefined
  readonly expiresAt: number
  /** Signatures that the person is asked for in this document. */
  readonly fieldCount: number
  readonly links: Pick<InvitationLinks, 'page' | 'silence'>
}

/** The part that invitation, turn, reminder and deadline mails share. */
export const askingOf = ({
  document,
  field,
  ownerName,
  personalMessage,
  expiresAt,
  fieldCount,
  links,
}: ComposedInvitation): AskingMail & { readonly signerName: string } => ({
  ownerName,
  signerName: field.signer_name,
  filename: document.original_filename,
  description: document.description,
  mode: document.signing_mode,
  personalMessage: personalMessage ?? '',
  expiresAt,
  fieldCount,
  deadline: document.deadline,
  url: links.page,
  silenceUrl: links.silence,
})

export const composeInvitation = (mail: 'invitation' | 'turn', composed: ComposedInvitation): MailMessage =>
  mail === 'turn'
    ? yourTurnMessage(askingOf(composed))
    : invitationMail({ ...askingOf(composed), proposedBy: composed.proposedBy })
