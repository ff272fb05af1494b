export const UNREACHABLE_TEXTS = {
  title: 'No pudimos cargar esta parte de Trazo',
  text: 'Revisa tu conexión e inténtalo de nuevo. El resto del sitio sigue funcionando.',
}

/** The release arrived, and is wrong: nothing that a person could repair. */
export const WRONG_RELEASE = {
  title: UNREACHABLE_TEXTS.title,
  text: 'Algo falló de nuestro lado. Inténtalo de nuevo en unos minutos; el resto del sitio sigue funcionando.',
}

export const CRASHED_TEXTS = {
  title: 'Algo falló en esta pantalla',
  text: 'Tus documentos están a salvo. Inténtalo de nuevo; el resto del sitio sigue funcionando.',
}

/** The code is there, but nothing appears. What still arrives takes the panel's place. */
export const BLANK_TEXTS = {
  title: 'Esta pantalla no termina de abrirse',
  text: 'Tus documentos están a salvo. Recarga la página; el resto del sitio sigue funcionando.',
}

export const RELOAD_PAGE_LABEL = 'Recargar'
export const RELOAD_PREVIOUS = 'Recargar con la versión anterior'
export const SLOW_MESSAGE = 'Está tardando más de lo normal. Seguimos intentando.'
