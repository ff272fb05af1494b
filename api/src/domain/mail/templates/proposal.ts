import { detailsBlock, type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

export const proposalMessage = (input: {
  readonly guestName: string
  readonly filename: string
  readonly proposed: { readonly name: string; readonly email: string }
  readonly note: string
  readonly url: string
}): MailMessage => ({
  subject: `${input.guestName} propone a otra persona para firmar «${input.filename}»`,
  title: `${input.guestName} dice que no le corresponde firmar`,
  blocks: messageBlocks(
    'Propone que firme otra persona en su lugar:',
    detailsBlock([
      ['Documento', input.filename],
      ['Persona propuesta', input.proposed.name],
      ['Email', input.proposed.email],
    ]),
    ...(input.note === ''
      ? []
      : [{ kind: 'quote', label: `Lo que escribió ${input.guestName}`, text: input.note } as const]),
    `Tú decides: abre el documento y confírmala o recházala junto a quienes firman. Mientras tanto, la invitación de ${input.guestName} sigue en pie.`,
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
    noteBlock('Confirma solo a alguien que conozcas: recibirá un enlace para leer y firmar el documento.'),
  ),
})

export const proposalRefusedMessage = (input: {
  readonly guestName: string
  readonly ownerName: string
  readonly filename: string
  readonly proposedName: string
  readonly expiresAt: number
  /** Null if the link cannot be derived again. */
  readonly url: string | null
}): MailMessage => ({
  subject: `${input.ownerName} pide que firmes tú «${input.filename}»`,
  title: `${input.guestName}, la invitación sigue siendo para ti`,
  blocks: messageBlocks(
    `Propusiste que ${input.proposedName} firmara en tu lugar. ${input.ownerName} no lo aceptó y pide que firmes tú.`,
    detailsBlock([
      ['Documento', input.filename],
      ['Puedes firmar hasta', localDate(input.expiresAt)],
    ]),
    input.url === null
      ? 'Usa el enlace de tu invitación, que sigue sirviendo.'
      : { kind: 'link', label: 'Revisar y firmar', url: input.url },
    noteBlock('Si no vas a firmar, en la misma página puedes decirlo.'),
  ),
})

export const invitationReplacedMessage = (input: {
  readonly ownerName: string
  readonly filename: string
  readonly newSignerName: string
}): MailMessage => ({
  subject: `Ya no tienes que firmar «${input.filename}»`,
  title: 'Ahora firma otra persona',
  blocks: messageBlocks(
    `${input.ownerName} confirmó tu propuesta: ahora le corresponde a ${input.newSignerName} firmar «${input.filename}».`,
    'El enlace de tu invitación dejó de servir. No tienes que hacer nada más.',
  ),
})
