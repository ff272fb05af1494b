const quoted = (name: string): string => `«${name}»`

export const addingTexts = {
  add: 'Agregar documento',
  meaning: 'Va al final del envío, sin campos todavía. Nadie recibe nada hasta que invites.',
  drop: { mouse: 'Arrastra un PDF aquí o haz clic para elegirlo', touch: 'Toca para elegir un PDF' },
  allowed: 'PDF, hasta 10 MB',
  sending: (name: string) => `Subiendo ${quoted(name)}…`,
  checking: (name: string) => `Revisando ${quoted(name)}…`,
  cancel: 'Cancelar la subida',
  cancelled: 'Subida cancelada. El envío sigue como estaba.',
  unchanged: 'El envío sigue como estaba.',
  notPdf: 'Solo se permiten archivos PDF',
  notPdfAdvice: 'Si es de Word, ábrelo y guárdalo como PDF; luego elige ese archivo.',
  tooLarge: 'El archivo excede el tamaño máximo permitido (10MB)',
  tooLargeAdvice: 'Comprime el PDF o divídelo en partes, y elígelo de nuevo.',
  cleanable: 'Súbelo desde «Subir Documento»: ahí te ofrecemos quitar ese contenido. Luego elígelo aquí.',
  same: (name: string, twin: string) =>
    name === twin
      ? `${quoted(name)} ya va en el envío.`
      : `${quoted(name)} es el mismo archivo que ${quoted(twin)}, que ya va en el envío.`,
  sameMeaning: '¿Quieres que vaya otra vez?',
  again: 'Agregarlo otra vez',
  leave: 'No agregarlo',
  joining: (name: string) => `Agregando ${quoted(name)} al envío…`,
  apart: (name: string) => `${quoted(name)} quedó en tus documentos, por separado.`,
  retry: 'Reintentar',
  close: 'Cerrar',
  added: (name: string) => `${quoted(name)} va ahora en el envío.`,
  own: 'Elegir uno de tus documentos',
  reading: 'Buscando tus documentos…',
  none: 'No tienes otros documentos sin enviar.',
  noneMeaning: 'Aquí aparecen los que subiste, no has enviado y no van en otro envío.',
  newest: 'Se muestran los más recientes.',
  choose: 'Agregar',
  chooseOf: (name: string) => `Agregar ${quoted(name)}`,
  uploadedAt: (date: string) => `Subido el ${date}`,
} as const
