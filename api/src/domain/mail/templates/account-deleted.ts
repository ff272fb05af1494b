import { href, PRODUCT } from 'shared/contract'
import { type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { type ChangePlace, placeDetails } from './account-changed.ts'
import { localDate } from './dates.ts'

export const accountDeletedMessage = (input: {
  readonly place: ChangePlace
  readonly erasedAt: number
  readonly publicUrl: string
}): MailMessage => ({
  subject: `Tu cuenta de ${PRODUCT} se eliminó`,
  title: 'Tu cuenta se eliminó',
  blocks: messageBlocks(
    placeDetails(input.place),
    'Cerramos todas tus sesiones, retiramos las invitaciones pendientes y tus documentos dejaron de estar disponibles. Tu teléfono, tus contraseñas y tus llaves de acceso ya se borraron.',
    `Tu nombre, tu email y tus documentos se borran el ${localDate(input.erasedAt)}. Después solo quedan huellas y fechas, sin datos de personas. Los documentos de otras personas que firmaste siguen siendo de ellas.`,
    { kind: 'link', label: 'Qué datos se guardan y por qué', url: `${input.publicUrl}${href.privacy()}` },
    noteBlock('Si no fuiste tú, responde a quien administra este sitio antes de esa fecha.'),
  ),
})
