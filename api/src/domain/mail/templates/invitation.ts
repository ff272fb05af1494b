import { PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { type AskingMail, askedDocuments, askingBlocks, countDocuments, sameLinkText } from './asking.ts'

export const invitationMail = (
  input: AskingMail & {
    readonly signerName: string
    readonly proposedBy?: string | undefined
  },
): MailMessage => ({
  subject: `${input.ownerName} te invita a firmar ${askedDocuments(input)}`,
  title: `${input.signerName}, tienes ${countDocuments(input)} por firmar`,
  blocks: messageBlocks(
    `${input.ownerName} te invita a firmar ${countDocuments(input)} en ${PRODUCT}.${sameLinkText(input)}`,
    ...(input.proposedBy === undefined
      ? []
      : [`${input.proposedBy} tenía que firmarlo y dijo que te corresponde a ti; ${input.ownerName} lo confirmó.`]),
    ...askingBlocks(input),
  ),
})
