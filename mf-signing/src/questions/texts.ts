/** Of both people. */
export const threadTexts = {
  you: 'Tú',
  removed: 'Este texto se borró, porque nombraba a una persona que pidió borrar sus datos.',
  loading: 'Cargando las preguntas…',
  retry: 'Reintentar',
  sending: 'Enviando…',
  close: 'Cerrar',
  help: 'Texto sin formato, hasta 1 000 caracteres.',
} as const
