/** 1 shows one PDF point (1/72 inch) as one CSS pixel. */
export const ZOOM_MIN = 0.5
export const ZOOM_MAX = 3
export const ZOOM_STEP = 0.25
export const WHEEL_ZOOM_STEP = 0.1

export const PAN_STEP_PX = 20
/** Scrolled in one direction before bars fold. */
export const FOLD_PX = 24
/** Event of a stage that scrolled by itself. */
export const PLACED_EVENT = 'placed'
/** Height that the find bar may cover. */
export const FIND_BAR_PX = 96

/** Prerendered. A phone holds two, plus the current page. */
export const AHEAD_MAX_PIXELS = 8 * 1024 * 1024
/** Each neighbour of the current page. */
export const NEIGHBOUR_MAX_PIXELS = 4 * 1024 * 1024
/** Delay of text and next page; fast page turns skip them. */
export const REST_MS = 120
export const SLOW_PAGE_MS = 200
/** Without requestIdleCallback. */
export const VIEWER_IDLE_MS = 200
/** Busy pages have no idle time. */
export const IDLE_MAX_MS = 1000
/** While the zoom changes. */
export const RENDER_DEBOUNCE_MS = 16
export const RELOAD_DELAY_MS = 50
export const FIELD_BOUNDS_DELAY_MS = 100
/** Between notices of a blocked zoom. */
export const ZOOM_NOTICE_INTERVAL_MS = 3000

export const viewerTexts = {
  loading: 'Cargando documento...',
  failed: 'Error al cargar el documento',
  notLoaded: 'No se pudo cargar el documento PDF',
  noUrl: 'No se encontró la URL del archivo',
  renderFailed: 'Error al renderizar el documento',
  downloadFailed: (status: number) => `Error descargando PDF: ${status}`,
  position: (page: number, pages: number) => `Página ${page} de ${pages}`,
  hint: 'Arrastra para mover, Ctrl + rueda para acercar, flechas para desplazarte.',
} as const

export const helpTexts = {
  title: 'Cómo moverte por el documento',
  touch: 'En una pantalla táctil: un dedo mueve, dos dedos acercan.',
  keys: 'Teclas: + y - acercan y alejan, Inicio restablece la vista, Ctrl + F busca.',
  text: 'Arrastra sobre el texto para seleccionarlo y copiarlo.',
  closed: 'Cerraste el documento después de un error.',
  toolsUnavailable: 'No se pudieron cargar los botones del documento. Recarga la página para verlos.',
  pageLoading: 'Cargando página…',
  outOfRange: (pages: number) => `Escribe un número del 1 al ${pages}.`,
  findUnavailable: 'No se pudo abrir la búsqueda. Inténtalo de nuevo.',
  noText: 'Esta página es una imagen: no tiene texto que se pueda leer en voz alta.',
  textFailed: 'No se pudo leer el texto de esta página.',
} as const
