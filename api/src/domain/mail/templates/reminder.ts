import { PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { type AskingMail, askedDocuments, askingBlocks } from './asking.ts'
import { localDate } from './dates.ts'

export const reminderMessage = (
  input: AskingMail & {
    readonly signerName: string
    readonly invitedAt: number
  },
): MailMessage => ({
  subject: `Recordatorio: ${input.ownerName} espera tu firma en ${askedDocuments(input)}`,
  title: `${input.signerName}, falta tu firma`,
  blocks: messageBlocks(
    `${input.ownerName} te invitó a firmar un documento en ${PRODUCT} el ${localDate(input.invitedAt)}, y todavía falta tu firma.`,
    ...askingBlocks(input),
  ),
})
