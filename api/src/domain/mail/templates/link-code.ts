import { PRODUCT } from 'shared/contract'
import { detailsBlock, type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

/** The subject never contains the code. */
export const linkCodeMessage = (input: {
  readonly filename: string
  readonly code: string
  readonly expiresAt: number
}): MailMessage => ({
  subject: `Tu código para firmar en ${PRODUCT}`,
  title: 'Confirma tu correo para firmar',
  blocks: messageBlocks(
    `Alguien quiere firmar «${input.filename}» por su enlace público con este correo.`,
    { kind: 'code', label: 'Código', code: input.code },
    detailsBlock([['Vence', localDate(input.expiresAt)]]),
    noteBlock('Si no fuiste tú, ignora este mensaje y no compartas el código con nadie.'),
  ),
})
