import { type MailMessage, messageBlocks, noteBlock } from '../../../platform/mail/message.ts'

interface Declined {
  /** False: a signer declined. */
  readonly isApproval: boolean
  readonly declinerName: string
  readonly filename: string
  readonly reason: string
}

const deedOfDecliner = ({ declinerName, filename, isApproval }: Declined): string =>
  `${declinerName} ${isApproval ? 'no dio su visto bueno a' : 'dijo que no firma'} «${filename}»`

export const declinedToOwnerMessage = (input: Declined & { readonly url: string }): MailMessage => ({
  subject: input.isApproval
    ? `${input.declinerName} no dio su visto bueno a «${input.filename}»`
    : `${input.declinerName} no firmará «${input.filename}»`,
  title: `${input.declinerName} ${input.isApproval ? 'rechazó' : 'no firmará'} el documento`,
  blocks: messageBlocks(
    `${deedOfDecliner(input)}. La firma del documento quedó cancelada: los enlaces de las invitaciones dejaron de servir y avisamos a las demás personas.`,
    { kind: 'quote', label: 'El motivo que dio', text: input.reason },
    'La firma cancelada no se puede retomar. Si quieres intentarlo de nuevo, sube el documento otra vez e invita a quienes firman.',
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ),
})

export const declinedToOthersMessage = (input: Declined & PartTaken): MailMessage => ({
  subject: `Se canceló la firma de «${input.filename}»`,
  title: 'La firma del documento se canceló',
  blocks: messageBlocks(
    `${deedOfDecliner(input)}, y por eso la firma del documento quedó cancelada.`,
    { kind: 'quote', label: 'El motivo que dio', text: input.reason },
    nothingToDo(input),
  ),
})

/** Also alerts the guest if another person used the link. */
export const declinedToGuestMessage = (
  input: Omit<Declined, 'declinerName'> & { readonly ownerName: string },
): MailMessage => ({
  subject: input.isApproval ? `Rechazaste «${input.filename}»` : `No firmarás «${input.filename}»`,
  title: input.isApproval ? 'Avisamos que rechazaste el documento' : 'Avisamos que no firmas el documento',
  blocks: messageBlocks(
    `${input.isApproval ? 'No diste tu visto bueno a' : 'Dijiste que no firmas'} «${input.filename}». La firma del documento quedó cancelada y avisamos a ${input.ownerName} y a las demás personas.`,
    { kind: 'quote', label: 'El motivo que diste', text: input.reason },
    noteBlock(
      `Si no fuiste tú, alguien más usó tu enlace: escribe a ${input.ownerName}, que puede subir el documento de nuevo y volver a invitarte.`,
    ),
  ),
})

/** The recipient's act before the end. */
export interface PartTaken {
  readonly hasSigned: boolean
  /** Approved, or read. */
  readonly hasAnswered?: boolean
}

export const nothingToDo = ({ hasSigned, hasAnswered = false }: PartTaken): string => {
  if (hasSigned)
    return 'Ya habías firmado: tu firma sigue en el archivo, pero nadie más lo firmará. No tienes que hacer nada.'
  return hasAnswered
    ? 'Ya habías respondido: tu respuesta sigue en el registro. No tienes que hacer nada.'
    : 'El enlace de tu invitación dejó de servir. No tienes que hacer nada.'
}

const anyOf = new Intl.ListFormat('es', { type: 'disjunction' })

/** To the owner: the others may still sign. */
export const alternateDeclinedMessage = (input: {
  readonly declinerName: string
  readonly filename: string
  readonly reason: string
  /** Who may still sign. */
  readonly others: readonly string[]
  readonly url: string
}): MailMessage => ({
  subject: `${input.declinerName} no firmará «${input.filename}»`,
  title: `${input.declinerName} no firmará el documento`,
  blocks: messageBlocks(
    `${input.declinerName} dijo que no firma «${input.filename}». La firma del documento sigue: en su lugar puede firmar ${anyOf.format(input.others)}.`,
    { kind: 'quote', label: 'El motivo que dio', text: input.reason },
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ),
})
