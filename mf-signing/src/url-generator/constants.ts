import type { PublicLink } from 'shared/contract'

export const urlTexts = {
  nameMissing: 'Por favor ingresa el nombre del archivo.',
  notFound: 'Archivo no encontrado. Verifica el nombre del archivo.',
  copied: 'URL copiada al portapapeles',
  copyFailed: 'Error al copiar la URL',

  notice: ({ mode }: PublicLink) =>
    mode === 'read'
      ? 'Al generar la URL, cualquiera que la tenga podrá leer el documento.'
      : 'Al generar la URL, cualquiera que la tenga podrá leer y firmar el documento.',
  generate: 'Generar URL',
  generating: 'Generando…',
  generated: ({ mode }: PublicLink): string =>
    mode === 'read'
      ? 'URL generada. Cualquiera que la tenga podrá leer el documento.'
      : 'URL generada. Cualquiera que la tenga podrá leer y firmar el documento.',
  generateFailed: 'No se pudo generar la URL',
  isPublic: 'Público',
  readOnly: 'Público: solo leer',
  signable: 'Público: leer y firmar',

  modeLegend: '¿Qué podrá hacer quien tenga la URL?',
  modes: {
    read: { label: 'Solo leer', text: 'Nadie puede firmar con ella. Para pedir firmas, envía invitaciones.' },
    sign: {
      label: 'Leer y firmar',
      text:
        'Cualquiera que la tenga puede firmar con el nombre que escriba: la identidad es declarada. ' +
        'La primera firma congela el documento: ya no podrás anotarlo ni cambiar sus campos. ' +
        'Si no le quedan campos por firmar, queda completo.',
    },
  },
  emailCode: 'Pedir un código por correo',
  emailCodeText: 'Quien firme escribe un código que le enviamos a su correo. Así se sabe que el correo es suyo.',
  notPublic: 'No público',

  end: 'Dejar de compartir',
  ending: 'Dejando de compartir…',
  endQuestion: '¿Dejar de compartir este documento?',
  endMeaning: (filename: string) =>
    `«${filename}» ya no se podrá leer ni firmar con su URL. Quienes tengan una invitación vigente sí podrán leerlo y firmarlo.`,
  ended: (filename: string) => `«${filename}» dejó de compartirse`,

  listFailed: 'No se pudieron cargar tus documentos',
  moreFailed: 'No se pudieron cargar más documentos',
} as const

export const PREVIEW_PAGE_SIZE = 12
export const SUGGEST_PAUSE_MS = 250
export const SUGGESTIONS_MAX = 6
export const SUGGESTIONS_FETCHED = 24
export const SAME_NAME_MAX = 50
export const SKELETON_ROWS = 4
