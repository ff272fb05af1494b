import type { ParticipantKind } from 'shared/contract/participants'
import { type AnswerWords, signerWords } from '../answers/constants.ts'

/** Texts for a person of this kind. */
export interface KindTexts {
  readonly ask: (owner: string) => string
  /** Heading of the panel. */
  readonly task: string
  readonly means: string
  /** Badge after the answer. */
  readonly done: string
  readonly doneOn: (when: string) => string
}

const endOf = (when: string): string => when.replace(/\.$/, '')

export const kindTexts: Readonly<Record<ParticipantKind, KindTexts>> = {
  visto_bueno: {
    ask: (owner) => `${owner} te pide tu visto bueno.`,
    task: 'Tu visto bueno',
    means: 'Las firmas esperan tu visto bueno. Lee el documento y decide.',
    done: 'Con tu visto bueno',
    doneOn: (when) => `Diste tu visto bueno el ${endOf(when)}. Quedó en el registro del documento.`,
  },
  lectura: {
    ask: (owner) => `${owner} te pide que leas este documento.`,
    task: 'Tu lectura',
    means: 'Lee el documento y confirma que lo leíste. No firmas nada.',
    done: 'Leído',
    doneOn: (when) => `Confirmaste que lo leíste el ${endOf(when)}. Quedó en el registro del documento.`,
  },
  copia: {
    ask: (owner) => `${owner} te envía una copia de este documento.`,
    task: 'Tu copia',
    means: 'Lo puedes leer y descargar con este enlace. No tienes que responder.',
    done: '',
    doneOn: () => '',
  },
}

export const participationTexts = {
  note: (owner: string) => `Nota de ${owner}`,
  notYetComplete: 'Todavía faltan firmas o respuestas: esta es la versión de ahora.',
  approve: 'Dar mi visto bueno',
  approveMeans: 'Queda en el registro del documento con tu nombre, la fecha y la hora. No se puede retirar después.',
  approving: 'Guardando…',
  back: 'Seguir leyendo',
  confirmReading: 'Confirmar que lo leí',
  noMoreQuestions: 'Ya respondiste: aquí no se hacen más preguntas.',
  retry: 'Reintentar',
  loading: 'Podrás responder cuando se vea el documento.',
} as const

const approverWords: AnswerWords = {
  ...signerWords,
  answerBy: (day) => `Responder antes del final del ${day}.`,
  notYourTurn: 'Todavía no es tu turno',
  notYourTurnMeans: 'Antes firman otras personas. Ya puedes leerlo; te avisaremos por correo cuando te toque.',

  question: 'Preguntar antes de responder',

  decline: 'Rechazar el documento',
  declineMeans: (owner) =>
    `El documento se cancela para todas las personas. ${owner} y quienes fueron invitados reciben tu motivo por correo. No se puede deshacer.`,
  declineConfirm: 'Rechazar y cancelar el documento',
  declined: 'Listo: rechazaste este documento',
  declinedMeans: (owner) =>
    `Le avisamos a ${owner} y a las demás personas invitadas, con tu motivo. El documento quedó cancelado y tu enlace ya no sirve. Puedes cerrar esta página.`,

  forward: 'No me corresponde',
  forwardName: 'Nombre de la otra persona',
  forwardEmail: 'Email de la otra persona',
  emailMissing: 'Por favor ingresa el email de la otra persona',
  proposed: (name) => `Propusiste a ${name}`,
  proposedMeans: (owner) =>
    `${owner} lo tiene que confirmar. Mientras tanto tu invitación sigue en pie: todavía puedes responder tú.`,

  silenceMeans: (owner) =>
    `No te recordaremos más este documento. Tu invitación sigue en pie, puedes responder cuando quieras, y ${owner} verá que no quieres recordatorios.`,
  listening: 'Te recordaremos este documento mientras espere tu respuesta.',
}

export const wordsOfKind = (kind: ParticipantKind): AnswerWords =>
  kind === 'lectura' ? { ...approverWords, answerBy: (day) => `Leer antes del final del ${day}.` } : approverWords
