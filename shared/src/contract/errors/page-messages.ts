/** Shown without a response. Others: `errors.ts`. */
export const pageMessages = {
  UNAUTHENTICATED: 'Token de autenticación no disponible. Por favor, inicia sesión nuevamente.',
  SESSION_EXPIRED: 'Sesión expirada. Por favor, inicia sesión nuevamente.',
  FIELD_SIGNED: 'Este campo ya está firmado. Descarga el documento para ver la firma.',
  FIELD_OF_OTHER_DOCUMENT: 'Ese campo no pertenece a este documento. Vuelve a abrir el enlace de tu invitación.',
  DOCUMENT_FROZEN: 'El documento ya tiene firmas: no se pueden agregar ni eliminar campos sin invalidarlas.',
  REMINDERS_SILENCED: 'Esta persona pidió no recibir más recordatorios. Escríbele tú directamente.',
} as const
