import { PRODUCT } from 'shared/contract'
import { blocks, type Message } from '../../../platform/mail/message.ts'
import { type Asking, askingBlocks } from './asking.ts'
import { localDate } from './dates.ts'

export const reminderMessage = (
  input: Asking & {
    readonly signerName: string
    readonly invitedAt: number
  },
): Message => ({
  subject: `Recordatorio: ${input.ownerName} espera tu firma en «${input.filename}»`,
  title: `${input.signerName}, falta tu firma`,
  blocks: blocks(
    `${input.ownerName} te invitó a firmar un documento en ${PRODUCT} el ${localDate(input.invitedAt)}, y todavía falta tu firma.`,
    ...askingBlocks(input),
  ),
})
