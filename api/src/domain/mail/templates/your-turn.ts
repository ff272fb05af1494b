import { PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { type AskingMail, askingBlocks } from './asking.ts'

/** Does not name earlier signers. */
export const yourTurnMessage = (input: AskingMail & { readonly signerName: string }): MailMessage => ({
  subject: `Es tu turno de firmar «${input.filename}»`,
  title: `${input.signerName}, es tu turno de firmar`,
  blocks: messageBlocks(
    `${input.ownerName} te invita a firmar un documento en ${PRODUCT}. Se firma por orden, y ahora te toca a ti.`,
    ...askingBlocks(input),
  ),
})
