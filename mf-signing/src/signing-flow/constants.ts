/** In seconds; 'more time' adds as many. */
export const REVIEW_SECONDS = 15
export const COUNTDOWN_TICK_MS = 1000

export const flowTexts = {
  review: 'Revisa dónde va tu firma',
  reviewCancelled: 'Revisión cancelada por el usuario.',
  drawing: { drawn: 'Dibuja tu firma', typed: 'Escribe tu firma', image: 'Sube tu firma' },
  savedDrawing: 'Usa tu firma guardada',
  auth: 'Identifícate para firmar',
  authFailed: 'Error en la autenticación. Intente nuevamente.',
  authCancelled: 'Proceso de firma cancelado.',
  verification: 'Código de verificación',
  verificationHelp: 'Autenticación exitosa. Ingrese el código de verificación en GAUDI.',
  verificationCancelled: 'Proceso de verificación cancelado.',
  card: 'Confirma en Firmador e ingresa tu PIN',
  cardHelp: 'Firmador abrió una ventana en esta computadora. Mientras la confirmas, no saques la tarjeta del lector.',
  cardAgain: 'Otra persona firmó mientras tanto: tu tarjeta firma ahora la versión más nueva. Ingresa tu PIN otra vez.',
  processing: 'Firmando el documento',
  failed: 'No se pudo procesar la firma digital',
  offline: 'Sin conexión. Tu firma queda guardada en esta página y seguimos cuando vuelva tu internet.',
} as const

export interface FlowWords {
  readonly reviewHelp: string
  readonly drawingHelp: string
  readonly signed: string
  /** While the server signs. */
  readonly processing?: string
  /** Names that the consent lists: several documents, signed in one act. */
  readonly documents?: readonly string[]
}

export const ownerWords: FlowWords = {
  reviewHelp: 'Tu firma quedará en el lugar que parpadea. Si no es ahí, cancela y usa «Volver a colocar» en el campo.',
  drawingHelp: 'Así se verá en cada uno de tus campos.',
  signed: '¡Firma digital completada exitosamente!',
}

export const guestWords: FlowWords = {
  reviewHelp: 'Tu firma quedará en el lugar que parpadea.',
  drawingHelp: 'Así se verá en tu campo de firma.',
  signed: 'Documento firmado digitalmente con éxito',
}

export const guestWordsForMany: FlowWords = {
  ...guestWords,
  reviewHelp: 'Tu firma quedará en los lugares que parpadean. Se firman todos de una vez.',
  drawingHelp: 'Así se verá en cada uno de tus campos.',
}
