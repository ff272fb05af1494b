import { PRODUCT } from 'shared/contract'

export const REDIRECT_SECONDS = 10

/** Texts from the specification, and additions. */
export const guestTexts = {
  heading: `Documento para ${PRODUCT}`,
  fieldUnavailable: 'Campo de firma no disponible. Por favor, recarga la página.',
  sign: 'Agregar Firma Digital',
  preparing: 'Preparando la firma…',
  notPrepared: 'No se pudo preparar la firma. Revisa tu conexión e intenta de nuevo.',
  offline: 'Sin conexión. Seguimos cuando vuelva tu internet.',
  callToAction: 'Firma aquí',
  signedCorrectly: '¡Documento firmado correctamente!',
  readOnly: 'Este enlace es para leer',
  readOnlyMeaning: 'Con él no se puede firmar. Si te corresponde firmar, pide a su dueño que te envíe una invitación.',
} as const
