/** Limits of the zoom; 1 shows one PDF point (1/72 inch) as one CSS pixel. */
export const ZOOM_MIN = 0.5
export const ZOOM_MAX = 3
/** One step by button or key. */
export const ZOOM_STEP = 0.25
/** One notch of the wheel. */
export const WHEEL_ZOOM_STEP = 0.1
/** Width of the window, in CSS pixels, up to which a document opens at the smaller zoom. */
export const NARROW_WINDOW_PX = 1024
export const DEFAULT_ZOOM = 1
export const NARROW_DEFAULT_ZOOM = 0.5

/** One arrow key pans by so many CSS pixels. */
export const PAN_STEP_PX = 20
/** Paper around a page, in CSS pixels. */
export const PAGE_MARGIN_PX = 24
/** Room below a page, so that its foot is never hidden by the toolbar, in CSS pixels. */
export const PAGE_FOOT_PX = 88
/** What the find bar may cover at the top of the viewer, in CSS pixels. */
export const FIND_BAR_PX = 96

/** Largest canvas that every browser shows (iOS refuses more), in pixels. */
export const CANVAS_MAX_PIXELS = 16 * 1024 * 1024
/** Largest picture of the next page that is painted in advance, in pixels: two of them and the one on show fit a phone. */
export const AHEAD_MAX_PIXELS = 8 * 1024 * 1024
/**
 * How long a page is on show before its words are made ready, and the next page of a document that was just opened, in
 * milliseconds: whoever leafs faster than that does not wait for words.
 */
export const REST_MS = 120
/** How long a page may take to be painted before it says that it comes, in milliseconds. */
export const SLOW_PAGE_MS = 200
/** How long the tools of a document wait for the picture of its first page, in milliseconds. */
export const TOOLS_WAIT_MS = 2000
/** How long a browser without idle callbacks waits before it does what can wait, in milliseconds. */
export const IDLE_FALLBACK_MS = 200
/** Wait before a page is painted again while the zoom is still moving, in milliseconds. */
export const RENDER_DEBOUNCE_MS = 16
/** Wait between closing a document and reading it again, in milliseconds. */
export const RELOAD_DELAY_MS = 50
/** Wait until a window that changes its size stands still and the places of page and fields are worked out again, in milliseconds. */
export const FIELD_BOUNDS_DELAY_MS = 100
/** Between two messages that the zoom is blocked, in milliseconds. */
export const ZOOM_NOTICE_INTERVAL_MS = 3000

export const defaultZoom = (windowWidth: number): number =>
  windowWidth <= NARROW_WINDOW_PX ? NARROW_DEFAULT_ZOOM : DEFAULT_ZOOM

/** Texts of the viewer, as the specification has them. */
export const viewerTexts = {
  loading: 'Cargando documento...',
  failed: 'Error al cargar el documento',
  notLoaded: 'No se pudo cargar el documento PDF',
  noUrl: 'No se encontró la URL del archivo',
  renderFailed: 'Error al renderizar el documento',
  downloadFailed: (status: number) => `Error descargando PDF: ${status}`,
  zoomBlocked: 'No se puede hacer zoom mientras hay campos de firma activos. Guarda o cancela las firmas primero.',
  position: (page: number, pages: number) => `Página ${page} de ${pages}`,
  hint: 'Arrastra para mover, Ctrl + rueda para acercar, flechas para desplazarte.',
} as const

/** What we add to them. */
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
