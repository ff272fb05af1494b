export const questionTexts = {
  asked: 'Preguntó',
  askedUnanswered: (count: number) => `Preguntó: ${count} sin responder`,
  of: (name: string) => ` (${name})`,
  others: 'Preguntas de otras personas',
  title: (name: string) => `Preguntas de ${name}`,
  description: (name: string) =>
    `${name} lee tu respuesta por correo y en su página. Que preguntó y que respondiste queda en el registro del documento; los textos, no.`,
  label: 'Tu respuesta',
  submit: 'Enviar respuesta',
  sent: (name: string) => `Enviamos tu respuesta a ${name}.`,
  closed: (name: string) =>
    `${name} ya no tiene un enlace con el que leer una respuesta. Invítale de nuevo o escríbele por correo.`,
} as const
