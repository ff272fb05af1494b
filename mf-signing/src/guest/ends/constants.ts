import type { ErrorCode } from 'shared/contract'

export const expectedFormat = '/sign/{documentId}/{documentName}?token={token}'

export const endTexts = {
  invalidUrl: 'URL de Documento Inválida',
  missingParameters: 'La URL no contiene todos los parámetros necesarios.',
  backToStart: 'Volver al inicio',
  refused: 'No pudimos abrir la invitación',
  notShared: 'Puede que su dueño haya dejado de compartirlo o que la URL no esté completa. Pídele una nueva.',
  writeToInviter: 'Escribir a quien te invitó',
  writeToOwner: 'Escribir a quien te lo compartió',
  openHome: 'Abrir el documento de mi invitación',

  lapsed: (filename: string, owner: string) =>
    `Este enlace era para firmar «${filename}», de ${owner}, y ya no sirve. Puedes pedir otro: lo enviamos al correo al que llegó tu invitación.`,
  renew: 'Pedir un enlace nuevo',
  renewing: 'Enviando…',
  renewed: 'Listo: enviamos un enlace nuevo al correo al que llegó tu invitación. Revisa tu bandeja de entrada.',

  subject: 'No puedo abrir el documento para firmar',
  body: (name: string, title: string) =>
    `Hola:\n\nAbrí el enlace para firmar «${name}» y dice: «${title}».\n¿Me envías un enlace nuevo?\n\nGracias.`,
} as const

export const refusalTitles: Partial<Record<ErrorCode, string>> = {
  INVITATION_INVALID: 'La invitación no es válida',
  INVITATION_EXPIRED: 'La invitación venció',
  INVITATION_USED: 'Este campo ya está firmado',
  INVITATION_DECLINED: 'Dijiste que no firmas',
  INVITATION_NEEDED: 'Hace falta tu invitación',
  DOCUMENT_CANCELLED: 'La firma se canceló',
  DOCUMENT_EXPIRED: 'El plazo para firmar terminó',
  FIELD_SIGNED: 'Este campo ya está firmado',
  FIELD_OF_OTHER_DOCUMENT: 'El enlace es de otro documento',
  NOT_FOUND: 'Este documento no está disponible',
}
