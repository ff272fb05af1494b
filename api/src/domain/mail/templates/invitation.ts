import { PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { type AskingMail, askingBlocks } from './asking.ts'

export const invitationMail = (
  input: AskingMail & {
    readonly signerName: string
    readonly proposedBy?: string | undefined
  },
): MailMessage => ({
  subject: `${input.ownerName} te invita a firmar «${input.filename}»`,
  title: `${input.signerName}, tienes un documento por firmar`,
  blocks: messageBlocks(
    `${input.ownerName} te invita a firmar un documento en ${PRODUCT}.`,
    ...(input.proposedBy === undefined
      ? []
      : [`${input.proposedBy} tenía que firmarlo y dijo que te corresponde a ti; ${input.ownerName} lo confirmó.`]),
    ...askingBlocks(input),
  ),
})
