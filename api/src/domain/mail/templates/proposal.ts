import type { ParticipantKind } from 'shared/contract/participants'
import { detailsBlock, type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'
import { localDate } from './dates.ts'

type ProposalRole = 'firma' | ParticipantKind

interface DeedWords {
  /** Before the document. */
  readonly infinitive: string
  readonly alone: string
  /** Subjunctive, after «que». */
  readonly inPlace: string
  /** After «pide». */
  readonly yours: string
}

const deedWords: Readonly<Record<ProposalRole, DeedWords>> = {
  firma: { infinitive: 'firmar', alone: 'firmar', inPlace: 'firme', yours: 'que firmes tú' },
  visto_bueno: {
    infinitive: 'dar el visto bueno a',
    alone: 'dar el visto bueno',
    inPlace: 'dé el visto bueno',
    yours: 'que des tú el visto bueno a',
  },
  lectura: { infinitive: 'leer', alone: 'leerlo', inPlace: 'lo lea', yours: 'que leas tú' },
  copia: { infinitive: 'recibir', alone: 'recibirlo', inPlace: 'lo reciba', yours: 'que recibas tú' },
}

export const proposalMessage = (input: {
  readonly role: ProposalRole
  readonly guestName: string
  readonly filename: string
  readonly proposed: { readonly name: string; readonly email: string }
  readonly note: string
  readonly url: string
}): MailMessage => ({
  subject: `${input.guestName} propone a otra persona para ${deedWords[input.role].infinitive} «${input.filename}»`,
  title: `${input.guestName} dice que no le corresponde ${deedWords[input.role].alone}`,
  blocks: messageBlocks(
    `Propone que ${deedWords[input.role].inPlace} otra persona en su lugar:`,
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
    noteBlock(
      `Confirma solo a alguien que conozcas: recibirá un enlace para leer${input.role === 'firma' ? ' y firmar' : ''} el documento.`,
    ),
  ),
})

export const proposalRefusedMessage = (input: {
  readonly role: ProposalRole
  readonly guestName: string
  readonly ownerName: string
  readonly filename: string
  readonly proposedName: string
  readonly expiresAt: number
  /** Null if the link cannot be derived again. */
  readonly url: string | null
}): MailMessage => ({
  subject: `${input.ownerName} pide ${deedWords[input.role].yours} «${input.filename}»`,
  title: `${input.guestName}, la invitación sigue siendo para ti`,
  blocks: messageBlocks(
    input.role === 'firma'
      ? `Propusiste que ${input.proposedName} firmara en tu lugar. ${input.ownerName} no lo aceptó y pide que firmes tú.`
      : `Propusiste a ${input.proposedName} en tu lugar. ${input.ownerName} no lo aceptó: la invitación sigue siendo para ti.`,
    detailsBlock([
      ['Documento', input.filename],
      [input.role === 'firma' ? 'Puedes firmar hasta' : 'El enlace sirve hasta', localDate(input.expiresAt)],
    ]),
    input.url === null
      ? 'Usa el enlace de tu invitación, que sigue sirviendo.'
      : { kind: 'link', label: input.role === 'firma' ? 'Revisar y firmar' : 'Abrir el documento', url: input.url },
    ...(input.role === 'firma' ? [noteBlock('Si no vas a firmar, en la misma página puedes decirlo.')] : []),
  ),
})

export const invitationReplacedMessage = (input: {
  readonly role: ProposalRole
  readonly ownerName: string
  readonly filename: string
  readonly newSignerName: string
}): MailMessage => ({
  subject: `Ya no tienes que ${deedWords[input.role].infinitive} «${input.filename}»`,
  title: input.role === 'firma' ? 'Ahora firma otra persona' : 'Ahora le corresponde a otra persona',
  blocks: messageBlocks(
    `${input.ownerName} confirmó tu propuesta: ahora le corresponde a ${input.newSignerName} ${deedWords[input.role].infinitive} «${input.filename}».`,
    'El enlace de tu invitación dejó de servir. No tienes que hacer nada más.',
  ),
})
