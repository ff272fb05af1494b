/** Links in mails open the reminder dialog with it. */
export const NO_REMINDERS = { name: 'recordatorios', value: 'no' } as const

/** Of every person. */
export const answerTexts = {
  others: 'Otras opciones',
  waitsForApproval: (names: string) =>
    `Falta el visto bueno de ${names}. Ya puedes leerlo; te avisaremos por correo cuando te toque.`,
  notLoaded: 'No se pudo abrir. Revisa tu conexión e inténtalo de nuevo.',
  retry: 'Reintentar',
  back: 'Volver al documento',

  declineReason: 'Motivo',
  declineHelp: 'Lo leerán las personas que participan en este documento.',
  declining: 'Rechazando…',

  forwardNote: 'Nota (opcional)',
  forwardNoteHelp: 'La lee quien te invitó.',
  forwardConfirm: 'Proponer a esta persona',
  forwarding: 'Enviando…',
  ownEmail: 'Ese es tu propio email. Escribe el de la otra persona.',

  silence: 'No quiero más recordatorios',
  silenceConfirm: 'No enviar más recordatorios',
  silenced: 'No te enviaremos más recordatorios de este documento.',
  listen: 'Volver a recibir recordatorios',
  listenMeans: 'Ahora no te enviamos recordatorios de este documento.',
  saving: 'Guardando…',
} as const

type OfOwner = (owner: string) => string

/** Differ by what the person is asked for. */
export interface AnswerWords {
  readonly answerBy: (day: string) => string
  readonly notYourTurn: string
  readonly notYourTurnMeans: string
  readonly question: string
  readonly decline: string
  readonly declineConfirm: string
  readonly declineMeans: OfOwner
  readonly declined: string
  readonly declinedMeans: OfOwner
  readonly declinedMistake: OfOwner
  readonly forward: string
  readonly forwardMeans: OfOwner
  readonly forwardName: string
  readonly forwardEmail: string
  readonly emailMissing: string
  readonly proposed: (name: string) => string
  readonly proposedMeans: OfOwner
  readonly silenceMeans: OfOwner
  readonly listening: string
}

export const signerWords: AnswerWords = {
  answerBy: (day) => `Firmar antes del final del ${day}.`,
  notYourTurn: 'Todavía no es tu turno de firmar',
  notYourTurnMeans: 'Antes firman otras personas. Ya puedes leerlo; te avisaremos por correo cuando te toque.',

  question: 'Preguntar antes de firmar',

  decline: 'No voy a firmar',
  declineConfirm: 'Rechazar y cancelar la firma',
  declineMeans: (owner) =>
    `La firma del documento se cancela para todas las personas. ${owner} y quienes fueron invitados reciben tu motivo por correo. No se puede deshacer.`,
  declined: 'Listo: no firmas este documento',
  declinedMeans: (owner) =>
    `Le avisamos a ${owner} y a las demás personas invitadas, con tu motivo. La firma quedó cancelada y tu enlace ya no sirve. Puedes cerrar esta página.`,
  declinedMistake: (owner) => `¿Fue un error? Escríbele a ${owner} y pídele que lo suba y lo envíe de nuevo.`,

  forward: 'No me corresponde firmar',
  forwardMeans: (owner) =>
    `Dinos a quién le corresponde. ${owner} decide: si lo confirma, invitamos a esa persona y tu enlace deja de servir. Mientras tanto, tu invitación sigue en pie.`,
  forwardName: 'Nombre de quien debe firmar',
  forwardEmail: 'Email de quien debe firmar',
  emailMissing: 'Por favor ingresa el email del firmante',
  proposed: (name) => `Propusiste que firme ${name}`,
  proposedMeans: (owner) =>
    `${owner} lo tiene que confirmar. Mientras tanto tu invitación sigue en pie: todavía puedes firmar tú.`,

  silenceMeans: (owner) =>
    `No te recordaremos más este documento. Tu invitación sigue en pie, puedes firmar cuando quieras, y ${owner} verá que no quieres recordatorios.`,
  listening: 'Te recordaremos este documento mientras espere tu firma.',
}
