import { REDIRECT_SECONDS } from '../constants.ts'

export const signedTexts = {
  signed: 'Documento firmado digitalmente con éxito',
  signingError: 'Error al procesar la firma digital',
  downloadSigned: 'Descargar documento firmado',
  download: 'Descargar',
  signedBefore: 'Ya firmaste este documento',
  signedOn: (when: string) => `Firmaste el ${when.replace(/\.$/, '')}.`,
  signedKept: 'Con este mismo enlace lo puedes leer y descargar mientras exista. No lo compartas: es personal.',
  noEmail: 'No se puede enviar el PDF: email del invitado no disponible',
  mailFailed: 'Error al enviar PDF',
  mailUnreachable: 'Error de conexión',
  mailed: (email: string) => `PDF enviado a ${email}`,
  mailing: 'Enviando el documento firmado a tu correo…',
  downloading: 'Descargando documento...',
  stay: 'Quedarme aquí',
  leavingSoon: `En ${REDIRECT_SECONDS} segundos volverás al inicio, si no eliges «Quedarme aquí».`,
  leavingIn: (seconds: number) => `Volverás al inicio en ${seconds} s`,
} as const
