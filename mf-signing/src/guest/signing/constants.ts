import type { LinkClosing } from 'shared/contract'
import { REDIRECT_SECONDS } from '../constants.ts'

export const signedTexts = {
  signedCorrectly: '¡Documento firmado correctamente!',
  signed: 'Documento firmado digitalmente con éxito',
  thanks: 'Gracias por firmar',
  download: 'Descargar',
  report: 'Informe de auditoría',
  signedBefore: 'Ya firmaste este documento',
  signedElsewhere: 'Este documento ya está firmado: no hace falta firmarlo otra vez.',
  signedByOther: (name: string) => `Ya firmó ${name}`,
  otherSignedOn: (when: string) => `Firmó el ${when.replace(/\.$/, '')}. Tu firma ya no hace falta.`,
  signedOn: (when: string) => `Firmaste el ${when.replace(/\.$/, '')}.`,
  noMoreQuestions: 'Ya firmaste: aquí no se hacen más preguntas.',
  noMoreQuestionsAfter: (name: string) => `Ya firmó ${name}: aquí no se hacen más preguntas.`,
  signedKept: 'Con este mismo enlace lo puedes leer y descargar mientras exista. No lo compartas: es personal.',
  signedKeptByMail: 'Con el enlace que llegó a tu correo lo puedes leer y descargar mientras exista.',
  noEmail: 'No se puede enviar el PDF: email del invitado no disponible',
  mailFailed: 'Error al enviar PDF',
  mailUnreachable: 'Error de conexión',
  mailed: (email: string) => `PDF enviado a ${email}`,
  together: 'Descárgalos aquí. Te escribiremos cuando cada uno esté completo.',
  mailing: 'Enviando el documento a tu correo…',
  mailAgain: 'Enviar a mi correo',
  details: 'Ver detalles',
  downloading: 'Descargando documento...',
  downloadingLabel: 'Descargando…',
  stay: 'Quedarme aquí',
  leavingSoon: `En ${REDIRECT_SECONDS} segundos volverás al inicio, si no eliges «Quedarme aquí».`,
  leavingIn: (seconds: number) => `Volverás al inicio en ${seconds} s`,
} as const

interface ClosedText {
  readonly title: string
  readonly text: string
}

export const closedTexts: Readonly<Record<LinkClosing, ClosedText>> = {
  signed: {
    title: 'Este documento ya está firmado',
    text: 'Por este enlace no se agregan más firmas. Lo puedes leer y descargar.',
  },
  ordered: {
    title: 'Hace falta tu invitación',
    text: 'Este documento se firma por orden: solo firman las personas a las que se invitó. Si te corresponde firmar, pide tu invitación.',
  },
  expired: {
    title: 'El plazo para firmar terminó',
    text: 'Por ahora nadie puede firmar este documento, pero lo puedes leer. Si te corresponde firmar, pide a su dueño que amplíe la fecha.',
  },
  full: {
    title: 'No caben más firmas',
    text: 'Este documento ya tiene todos sus campos de firma. Si te corresponde firmar, pide tu invitación.',
  },
}
