import { PRODUCT } from 'shared/contract'

/** Texts of the guest's page, as the specification has them, and what Trazo adds. */
export const guestTexts = {
  heading: `Documento para ${PRODUCT}`,
  invalidUrl: 'URL de Documento Inválida',
  missingParameters: 'La URL no contiene todos los parámetros necesarios.',
  expectedFormat: '/sign/{documentId}/{documentName}?token={token}',
  fieldUnavailable: 'Campo de firma no disponible. Por favor, recarga la página.',
  sign: 'Agregar Firma Digital',
  signed: 'Documento firmado digitalmente con éxito',
  downloadSigned: 'Descargar documento firmado',
  needsInvitation: 'Para firmar este documento, abre el enlace de la invitación que recibiste por correo.',
  notShared: 'Este documento no está disponible',
  notSharedMeaning: 'Puede que su dueño haya dejado de compartirlo o que la URL no esté completa. Pídele una nueva.',
  noEmail: 'No se puede enviar el PDF: email del invitado no disponible',
  mailFailed: 'Error al enviar PDF',
  mailUnreachable: 'Error de conexión',
  mailed: (email: string) => `PDF enviado a ${email}`,
  downloading: 'Descargando documento...',
} as const

/** The three steps of the instructions. */
export const guestSteps = [
  { title: 'Revisa el documento', text: 'Léelo completo. Puedes acercar y pasar de página.' },
  { title: 'Agrega tu firma', text: 'Haz clic en el botón y mira dónde va tu campo de firma.' },
  { title: 'Completa el proceso', text: 'Firma y recibe el documento firmado en tu correo.' },
] as const
