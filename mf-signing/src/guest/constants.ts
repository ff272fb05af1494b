import { PRODUCT } from 'shared/contract'

export const REDIRECT_SECONDS = 10
export const SITE_RETRY_MS = 10_000

/** Texts from the specification, and additions. */
export const guestTexts = {
  siteDown: 'El sitio no responde todavía',
  siteDownMeaning: 'Puede que esté arrancando. Lo intentamos de nuevo cada 10 segundos: no cierres esta página.',
  heading: `Documento para ${PRODUCT}`,
  fieldUnavailable: 'Campo de firma no disponible. Por favor, recarga la página.',
  done: 'Firmado',
  ask: (owner: string) => `${owner} te pide tu firma.`,
  sign: 'Agregar Firma Digital',
  preparing: 'Preparando la firma…',
  notPrepared: 'No se pudo preparar la firma. Revisa tu conexión e intenta de nuevo.',
  offline: 'Sin conexión. Seguimos cuando vuelva tu internet.',
  callToAction: 'Firma aquí',
  signedCorrectly: '¡Documento firmado correctamente!',
} as const
