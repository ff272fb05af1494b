import { detailsBlock, type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'

export const mailUndeliveredMessage = (input: {
  readonly what: string
  readonly filename: string
  readonly address: string
  readonly reason: string
  readonly url: string
}): MailMessage => ({
  subject: `Un correo sobre «${input.filename}» no se entregó`,
  title: 'Un correo no se entregó',
  blocks: messageBlocks(
    detailsBlock([
      ['Documento', input.filename],
      ['Correo', input.what],
      ['Para', input.address],
      ['Motivo', input.reason],
    ]),
    'No lo intentaremos de nuevo. Revisa la dirección y vuelve a enviarlo desde el documento, o avisa a esa persona por otro medio.',
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ),
})
