import type { ParticipantRole } from '../../../platform/database/schema.ts'
import { detailsBlock, type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { quoteText } from './asking.ts'

/** To the owner. The link opens the editor with their session, so a forwarded mail answers nothing. */
export const questionAskedMessage = (input: {
  readonly guestName: string
  readonly filename: string
  readonly role: ParticipantRole
  readonly text: string
  readonly url: string
}): MailMessage => ({
  subject: `${input.guestName} te pregunta por «${input.filename}»`,
  title: `${input.guestName} te hizo una pregunta`,
  blocks: messageBlocks(
    input.role === 'firma'
      ? `${input.guestName} te escribió antes de firmar. Puede firmar sin esperar tu respuesta.`
      : `${input.guestName} te escribió antes de responder. Puede responder sin esperarte.`,
    detailsBlock([['Documento', input.filename]]),
    { kind: 'link', label: 'Leer y responder', url: input.url },
    ...quoteText(`Lo que pregunta ${input.guestName}`, input.text),
    noteBlock(
      'Se responde en el documento, con tu sesión: una respuesta a este correo no llega, y nadie puede responder por ti con este enlace.',
    ),
  ),
})

/** To the person who asked. */
export const questionAnsweredMessage = (input: {
  readonly guestName: string
  readonly ownerName: string
  readonly filename: string
  readonly question: string
  readonly answer: string
  readonly canSign: boolean
  readonly url: string
}): MailMessage => ({
  subject: `${input.ownerName} respondió tu pregunta sobre «${input.filename}»`,
  title: `${input.guestName}, ya tienes respuesta`,
  blocks: messageBlocks(
    `${input.ownerName} respondió lo que preguntaste. En la página del documento puedes leerlo${input.canSign ? ', preguntar de nuevo y firmar' : ''}.`,
    detailsBlock([['Documento', input.filename]]),
    { kind: 'link', label: 'Abrir el documento', url: input.url },
    ...quoteText('Lo que preguntaste', input.question),
    ...quoteText(`La respuesta de ${input.ownerName}`, input.answer),
    noteBlock('El enlace es personal, no lo compartas. Una respuesta a este correo no llega.'),
  ),
})
