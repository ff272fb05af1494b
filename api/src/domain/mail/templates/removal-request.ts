import { href } from 'shared/contract'
import { detailsBlock, type MailMessage, messageBlocks } from '../../../platform/mail/message.ts'

export const removalRequestMessage = (input: {
  readonly filename: string
  /** Null if the person was removed before signing. */
  readonly who: { readonly name: string; readonly email: string } | null
  readonly publicUrl: string
}): MailMessage => ({
  subject: `Un firmante de «${input.filename}» pidió borrar sus datos`,
  title: 'Un firmante pidió borrar sus datos',
  blocks: messageBlocks(
    detailsBlock([
      ['Documento', input.filename],
      ...(input.who === null ? [] : [['Firmante', `${input.who.name} (${input.who.email})`] as const]),
    ]),
    input.who === null
      ? 'No había firmado: borramos su nombre y su email, y su invitación dejó de servir. Si todavía necesitas esa firma, coloca el campo de nuevo con otra persona.'
      : 'Ya firmó: su firma y su evidencia se conservan mientras exista el documento. Si ya no lo necesitas, elimínalo: sus datos se borran con él.',
    { kind: 'link', label: 'Ver mis documentos', url: `${input.publicUrl}${href.dashboard()}` },
  ),
})
