/** Texts of the URL generator, as the specification has them, and what Trazo adds. */
export const urlTexts = {
  nameMissing: 'Por favor ingresa el nombre del archivo.',
  notFound: 'Archivo no encontrado. Verifica el nombre del archivo.',
  copied: 'URL copiada al portapapeles',
  copyFailed: 'Error al copiar la URL',

  notice: 'Al generar la URL, cualquiera que la tenga podrá leer el documento.',
  generate: 'Generar URL',
  generating: 'Generando…',
  generated: 'URL generada. Cualquiera que la tenga podrá leer el documento.',
  generateFailed: 'No se pudo generar la URL',
  isPublic: 'Público',
  notPublic: 'No público',

  end: 'Dejar de compartir',
  ending: 'Dejando de compartir…',
  endQuestion: '¿Dejar de compartir este documento?',
  endMeaning: (filename: string) =>
    `«${filename}» ya no se podrá leer con su URL. Quienes tengan una invitación vigente sí podrán leerlo y firmarlo. ` +
    'Si luego envías otra invitación, volverá a ser público.',
  ended: (filename: string) => `«${filename}» dejó de compartirse`,
  endFailed: 'No se pudo dejar de compartir el documento',

  listFailed: 'No se pudieron cargar tus documentos',
  moreFailed: 'No se pudieron cargar más documentos',
} as const

/** Documents on one page of the preview list. */
export const PREVIEW_PAGE_SIZE = 12
/** Characters of a name, with '.pdf', and of a search: as many as the API takes. */
export const NAME_MAX = 400
export const SEARCH_MAX = 200
/** Milliseconds without a key before names are suggested. */
export const SUGGEST_PAUSE_MS = 250
/** Suggestions on show, and documents that they are chosen from. */
export const SUGGESTIONS_MAX = 6
export const SUGGESTIONS_FETCHED = 24
/** Documents of one name that are shown to choose from. */
export const SAME_NAME_MAX = 50
/** Rows that stand in while the list is on its way. */
export const SKELETON_ROWS = 4
