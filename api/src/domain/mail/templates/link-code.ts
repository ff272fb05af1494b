import { PRODUCT } from 'shared/contract'
import { blocks, facts, type Message, note } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

/** The subject never contains the code. */
export const linkCodeMessage = (input: {
  readonly filename: string
  readonly code: string
  readonly expiresAt: number
}): Message => ({
  subject: `Tu código para firmar en ${PRODUCT}`,
  title: 'Confirma tu correo para firmar',
  blocks: blocks(
    `Alguien quiere firmar «${input.filename}» por su enlace público con este correo.`,
    { kind: 'code', label: 'Código', code: input.code },
    facts([['Vence', localDate(input.expiresAt)]]),
    note('Si no fuiste tú, ignora este mensaje y no compartas el código con nadie.'),
  ),
})
