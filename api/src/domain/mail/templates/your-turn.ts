import { PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { type AskingMail, askingBlocks } from './asking.ts'

/** Does not name earlier signers, nor those whose approval came before. */
export const yourTurnMessage = (
  input: AskingMail & { readonly signerName: string; readonly isOrdered: boolean },
): MailMessage => ({
  subject: `Es tu turno de firmar «${input.filename}»`,
  title: `${input.signerName}, es tu turno de firmar`,
  blocks: messageBlocks(
    `${input.ownerName} te invita a firmar un documento en ${PRODUCT}. ${input.isOrdered ? 'Se firma por orden, y ahora te toca a ti.' : 'Ya tiene los vistos buenos que faltaban, y ahora puedes firmarlo.'}`,
    ...askingBlocks(input),
  ),
})
