import { FORM_FIELDS_MAX } from 'shared/http/form-fields'
import { editorTexts } from '../../constants.ts'

export const repeatTexts = {
  of: (label: string) => `${editorTexts.repeat} el campo ${label}`,
  help: (label: string) => `«${label}» queda en el mismo lugar de cada página.`,
  initialsHelp: 'Las iniciales se llenan una sola vez: aparecen en todas.',
  all: 'Todas las páginas',
  some: 'Estas páginas',
  pages: 'Números de página',
  pagesHelp: 'Por ejemplo: 2-5, 8',
  empty: 'Escribe las páginas, por ejemplo 2-5, 8.',
  unreadable: (part: string) =>
    `No entendemos «${part.length > 20 ? `${part.slice(0, 20)}…` : part}». Escribe páginas y rangos, por ejemplo 2-5, 8.`,
  outside: (part: string, pageCount: number) =>
    `«${part}» no está en el documento: tiene páginas de la 1 a la ${pageCount}.`,
  reversed: (part: string) => `En «${part}» la primera página va después de la última. Escríbelas al revés.`,
  tooMany: (room: number, wanted: number) =>
    `Un documento puede tener hasta ${FORM_FIELDS_MAX} campos para llenar: caben ${room} más y esto agrega ${wanted}. Elige menos páginas.`,
} as const
