import { PRODUCT } from 'shared/contract'
import type { Rect } from '../geometry/geometry.ts'

/** Default field of a public link, in canvas pixels. */
export const GUEST_FIELD: Rect = { x: 200, y: 300, width: 250, height: 80 }
export const guestFieldTexts = { label: 'Firma del Invitado', signerName: 'Invitado' } as const

export const REDIRECT_SECONDS = 10

/** Texts from the specification, and additions. */
export const guestTexts = {
  heading: `Documento para ${PRODUCT}`,
  invalidUrl: 'URL de Documento Inválida',
  missingParameters: 'La URL no contiene todos los parámetros necesarios.',
  expectedFormat: '/sign/{documentId}/{documentName}?token={token}',
  fieldUnavailable: 'Campo de firma no disponible. Por favor, recarga la página.',
  sign: 'Agregar Firma Digital',
  preparing: 'Preparando la firma…',
  notPrepared: 'No se pudo preparar la firma. Revisa tu conexión e intenta de nuevo.',
  callToAction: 'Firma aquí',
  signedCorrectly: '¡Documento firmado correctamente!',
  notShared: 'Este documento no está disponible',
  notSharedMeaning: 'Puede que su dueño haya dejado de compartirlo o que la URL no esté completa. Pídele una nueva.',
  readOnly: 'Este enlace es para leer',
  readOnlyMeaning: 'Con él no se puede firmar. Si te corresponde firmar, pide a su dueño que te envíe una invitación.',
} as const

export const fieldStatusTexts = {
  navigating: (page: number) => `Navegando a la página ${page}…`,
  visible: 'Campo de firma visible.',
  ready: 'Campo de firma listo para firmar.',
  unavailable: 'Navegación directa no disponible',
} as const

export const guestSteps = [
  { title: 'Revisa el documento', text: 'Léelo completo. Puedes acercar y pasar de página.' },
  { title: 'Agrega tu firma', text: 'Haz clic en el botón y mira dónde va tu campo de firma.' },
  { title: 'Completa el proceso', text: 'Firma y recibe el documento firmado en tu correo.' },
] as const
