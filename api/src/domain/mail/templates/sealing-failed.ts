import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'

export const sealingFailedMessage = (input: {
  readonly filename: string
  readonly reason: string
  readonly url: string
}): MailMessage => ({
  subject: `No pudimos cerrar «${input.filename}»`,
  title: 'Las firmas están, pero falta el sello final',
  blocks: messageBlocks(
    `Todas las personas firmaron «${input.filename}» y sus firmas están guardadas. Al cerrar el documento con su sello de tiempo final algo falló: ${input.reason}`,
    'Abre el documento y elige «Reintentar». Nadie tiene que firmar de nuevo; cuando se cierre, cada persona recibirá su copia.',
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ),
})
