/** Links in mails open the reminder dialog with it. */
export const NO_REMINDERS = { name: 'recordatorios', value: 'no' } as const

export const answerTexts = {
  signBy: (day: string) => `Firmar antes del final del ${day}.`,
  notYourTurn: 'Todavía no es tu turno de firmar',
  notYourTurnMeans: 'Antes firman otras personas. Ya puedes leerlo; te avisaremos por correo cuando te toque.',
  others: 'Otras opciones',
  notLoaded: 'No se pudo abrir. Revisa tu conexión e inténtalo de nuevo.',
  retry: 'Reintentar',
  back: 'Volver al documento',

  decline: 'No voy a firmar',
  declineReason: 'Motivo',
  declineHelp: 'Lo leerán las personas que participan en este documento.',
  declineConfirm: 'Rechazar y cancelar la firma',
  declining: 'Rechazando…',
  declineMeans: (owner: string) =>
    `La firma del documento se cancela para todas las personas. ${owner} y quienes fueron invitados reciben tu motivo por correo. No se puede deshacer.`,
  declined: 'Listo: no firmas este documento',
  declinedMeans: (owner: string) =>
    `Le avisamos a ${owner} y a las demás personas invitadas, con tu motivo. La firma quedó cancelada y tu enlace ya no sirve. Puedes cerrar esta página.`,
  declinedMistake: (owner: string) => `¿Fue un error? Escríbele a ${owner} y pídele que lo suba y lo envíe de nuevo.`,

  forward: 'No me corresponde firmar',
  forwardMeans: (owner: string) =>
    `Dinos a quién le corresponde. ${owner} decide: si lo confirma, invitamos a esa persona y tu enlace deja de servir. Mientras tanto, tu invitación sigue en pie.`,
  forwardName: 'Nombre de quien debe firmar',
  forwardEmail: 'Email de quien debe firmar',
  forwardNote: 'Nota (opcional)',
  forwardNoteHelp: 'La lee quien te invitó.',
  forwardConfirm: 'Proponer a esta persona',
  forwarding: 'Enviando…',
  emailMissing: 'Por favor ingresa el email del firmante',
  ownEmail: 'Ese es tu propio email. Escribe el de la otra persona.',
  proposed: (name: string) => `Propusiste que firme ${name}`,
  proposedMeans: (owner: string) =>
    `${owner} lo tiene que confirmar. Mientras tanto tu invitación sigue en pie: todavía puedes firmar tú.`,

  silence: 'No quiero más recordatorios',
  silenceMeans: (owner: string) =>
    `No te recordaremos más este documento. Tu invitación sigue en pie, puedes firmar cuando quieras, y ${owner} verá que no quieres recordatorios.`,
  silenceConfirm: 'No enviar más recordatorios',
  silenced: 'No te enviaremos más recordatorios de este documento.',
  listen: 'Volver a recibir recordatorios',
  listenMeans: 'Ahora no te enviamos recordatorios de este documento.',
  listening: 'Te recordaremos este documento mientras espere tu firma.',
  saving: 'Guardando…',
} as const
