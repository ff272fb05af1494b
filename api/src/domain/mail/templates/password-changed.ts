import { href, PRODUCT } from 'shared/contract'
import { detailsBlock, type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

export const passwordChangedMessage = (input: {
  readonly username: string
  readonly changedAt: number
  readonly publicUrl: string
}): MailMessage => ({
  subject: `Se cambió tu contraseña de ${PRODUCT}`,
  title: 'Se cambió tu contraseña',
  blocks: messageBlocks(
    detailsBlock([
      ['Usuario', input.username],
      ['Fecha', localDate(input.changedAt)],
    ]),
    'Cerramos todas las sesiones que estaban abiertas con la contraseña anterior.',
    'Si no fuiste tú, alguien puede leer tu correo: protégelo primero y luego restablece tu contraseña.',
    { kind: 'link', label: 'Restablecer mi contraseña', url: `${input.publicUrl}${href.forgotPassword()}` },
  ),
})
