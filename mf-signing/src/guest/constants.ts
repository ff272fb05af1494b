import { PRODUCT } from 'shared/contract'
import { signWords } from '../prerender/early-tap/sign-words.ts'

export const REDIRECT_SECONDS = 10
export const SITE_RETRY_MS = 10_000

/** Texts from the specification, and additions. */
export const guestTexts = {
  siteDown: 'El sitio no responde todavía',
  siteDownMeaning: 'Puede que esté arrancando. Lo intentamos de nuevo cada 10 segundos: no cierres esta página.',
  heading: `Documento para ${PRODUCT}`,
  done: 'Firmado',
  ask: (owner: string) => `${owner} te pide tu firma.`,
  ...signWords,
  notPrepared: 'No se pudo preparar la firma. Revisa tu conexión e intenta de nuevo.',
  offline: 'Sin conexión. Seguimos cuando vuelva tu internet.',
  callToAction: 'Firma aquí',
} as const
