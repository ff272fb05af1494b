/** What the page says about keeping annotations. */
export const savingTexts = {
  save: 'Guardar anotaciones',
  saveShort: 'Guardar',
  busy: 'Guardando…',
  saving: 'Guardando las anotaciones…',
  saved: 'Anotaciones guardadas',
  writing: 'Escribiendo el documento…',
  nothingToSave: 'No hay anotaciones nuevas que guardar.',
  failed: 'Las anotaciones no se guardaron',
  stillHere: 'Siguen aquí, en esta ventana.',
  retry: 'Reintentar',
  download: 'Descargar copia anotada',
  downloadFailed: 'No se pudo preparar la copia. Inténtalo de nuevo.',
  dismiss: 'Cerrar aviso',
  locked: 'Este documento ya no se puede anotar',
  back: 'Volver al documento',
  leave: {
    title: 'Hay anotaciones sin guardar',
    description: 'Si sales ahora sin guardarlas, se pierden.',
    lockedDescription: 'Ya no se pueden guardar en este documento. Si sales sin descargar tu copia, se pierden.',
    save: 'Guardar y salir',
    discard: 'Salir sin guardar',
    stay: 'Seguir anotando',
  },
  conflict: {
    title: 'Hay una versión más nueva',
    description:
      'Mientras anotabas se guardó otra versión de este documento desde otra ventana. Nada se ha perdido: elige qué hacer con tus anotaciones.',
    onTop: 'Poner lo mío sobre la versión nueva',
    onTopHelp: 'Se carga la versión nueva con tus anotaciones nuevas encima; revísalas y guárdalas.',
    apart: 'Guardar lo mío como documento aparte',
    apartHelp: 'Tu versión queda en tu lista con otro nombre.',
    reload: 'Cargar la versión nueva',
    reloadHelp: 'Tus anotaciones sin guardar se descartan.',
    later: 'Seguir anotando',
    apartSaved: (name: string) => `Tu versión se guardó como «${name}».`,
    putOnTop: 'Tus anotaciones están sobre la versión nueva. Revísalas y guárdalas.',
    notAll: 'Los cambios que hiciste a anotaciones que ya estaban guardadas no se llevaron a la versión nueva.',
  },
} as const

/** The name of a copy with annotations. */
export const copyName = (filename: string): string => filename.replace(/(?:\.pdf)?$/i, ' (anotado).pdf')
