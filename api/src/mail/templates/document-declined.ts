import type { Message } from '../message.ts'

interface Declined {
  readonly declinerName: string
  readonly filename: string
  readonly reason: string
}

/** Tells the owner that a guest will not sign, and what that means. */
export const declinedToOwnerMessage = (input: Declined & { readonly url: string }): Message => ({
  subject: `${input.declinerName} no firmará «${input.filename}»`,
  title: `${input.declinerName} no firmará el documento`,
  blocks: [
    {
      kind: 'paragraph',
      text: `${input.declinerName} dijo que no firma «${input.filename}». La firma del documento quedó cancelada: los enlaces de las invitaciones dejaron de servir y avisamos a las demás personas.`,
    },
    { kind: 'quote', label: 'El motivo que dio', text: input.reason },
    {
      kind: 'paragraph',
      text: 'La firma cancelada no se puede retomar. Si quieres intentarlo de nuevo, sube el documento otra vez e invita a quienes firman.',
    },
    { kind: 'link', label: 'Ver mis documentos', url: input.url },
  ],
})

/** Tells everyone else who was asked, or who has signed. */
export const declinedToOthersMessage = (input: Declined & { readonly hasSigned: boolean }): Message => ({
  subject: `Se canceló la firma de «${input.filename}»`,
  title: 'La firma del documento se canceló',
  blocks: [
    {
      kind: 'paragraph',
      text: `${input.declinerName} dijo que no firma «${input.filename}», y por eso la firma del documento quedó cancelada.`,
    },
    { kind: 'quote', label: 'El motivo que dio', text: input.reason },
    { kind: 'paragraph', text: nothingToDo(input.hasSigned) },
  ],
})

/** Confirms it to the guest, who thereby hears of it if somebody else had the link. */
export const declinedToGuestMessage = (
  input: Omit<Declined, 'declinerName'> & { readonly ownerName: string },
): Message => ({
  subject: `No firmarás «${input.filename}»`,
  title: 'Avisamos que no firmas el documento',
  blocks: [
    {
      kind: 'paragraph',
      text: `Dijiste que no firmas «${input.filename}». La firma del documento quedó cancelada y avisamos a ${input.ownerName} y a las demás personas.`,
    },
    { kind: 'quote', label: 'El motivo que diste', text: input.reason },
    {
      kind: 'note',
      text: `Si no fuiste tú, alguien más usó tu enlace: escribe a ${input.ownerName}, que puede subir el documento de nuevo y volver a invitarte.`,
    },
  ],
})

/** What the end of the signing means for somebody who was asked. */
export const nothingToDo = (hasSigned: boolean): string =>
  hasSigned
    ? 'Ya habías firmado: tu firma sigue en el archivo, pero nadie más lo firmará. No tienes que hacer nada.'
    : 'El enlace de tu invitación dejó de servir. No tienes que hacer nada.'
