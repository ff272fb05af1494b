import { PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { type AskingMail, askedDocuments, askingBlocks, countDocuments, sameLinkText } from './asking.ts'

const whyNow = ({
  isOrdered,
  alsoAsked = [],
}: Pick<AskingMail, 'alsoAsked'> & { readonly isOrdered: boolean }): string => {
  if (isOrdered)
    return alsoAsked.length === 0
      ? 'Se firma por orden, y ahora te toca a ti.'
      : 'Se firman por orden, y ahora te toca a ti.'
  return 'Ya tiene los vistos buenos que faltaban, y ahora puedes firmarlo.'
}

/** Does not name earlier signers, nor those whose approval came before. */
export const yourTurnMessage = (
  input: AskingMail & { readonly signerName: string; readonly isOrdered: boolean },
): MailMessage => ({
  subject: `Es tu turno de firmar ${askedDocuments(input)}`,
  title: `${input.signerName}, es tu turno de firmar`,
  blocks: messageBlocks(
    `${input.ownerName} te invita a firmar ${countDocuments(input)} en ${PRODUCT}. ${whyNow(input)}${sameLinkText(input)}`,
    ...askingBlocks(input),
  ),
})
