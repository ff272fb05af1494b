import { type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'

export const webhookDisabledMessage = ({
  host,
  gone,
  url,
}: {
  readonly host: string
  readonly gone: boolean
  readonly url: string
}): MailMessage => ({
  subject: `Dejamos de enviar avisos a ${host}`,
  title: `Dejamos de enviar avisos a ${host}`,
  blocks: messageBlocks(
    gone
      ? `El sistema en ${host} respondió que ya no quiere avisos de tus documentos (410).`
      : `Durante tres días el sistema en ${host} no aceptó los avisos de tus documentos.`,
    'Tus documentos siguen igual. Revisa ese sistema y activa los avisos de nuevo.',
    { kind: 'link', label: 'Ver mi perfil', url },
  ),
})
