import { PDF_MIME_TYPE, UPLOAD_MAX_BYTES } from 'shared/contract'

export { PDF_MIME_TYPE, UPLOAD_MAX_BYTES }

/** Window width in CSS pixels without a preview. */
export const NO_PREVIEW_UP_TO_PX = 768
/** CSS pixels. */
export const PREVIEW_WIDTH_PX = 480
/** Maximum device pixel ratio. */
export const PREVIEW_RATIO_MAX = 2
export const NO_PREVIEW =
  'No pudimos mostrar la primera página. Puedes subir el documento de todas formas: lo revisamos al recibirlo.'

/** Initial progress in percent. */
export const PROGRESS_START = 10
/** Maximum percent before the server answers. */
export const PROGRESS_CAP = 90
export const PROGRESS_DONE = 100
/** Milliseconds between progress updates. */
export const PROGRESS_TICK_MS = 300
/** Maximum random step during the server's check, in percent. */
export const PROGRESS_CREEP_MAX = 8

export const ONLY_PDF = 'Solo se permiten archivos PDF'
export const TOO_LARGE = 'El archivo excede el tamaño máximo permitido (10MB)'
export const FILE_REQUIRED = 'Por favor selecciona un archivo'
export const TYPE_REQUIRED = 'Por favor selecciona un tipo de archivo'
export const UPLOAD_SUCCESS = 'Archivo subido exitosamente'
export const UPLOAD_FAILURE = 'No se puede subir el archivo. Verifique que sea un PDF válido y seguro.'
/** Additional notifications after a success. */
export const REPAIRED = 'El documento estaba dañado y lo reparamos. Guardamos el original y lo puedes descargar.'
export const DRAWINGS_HIDDEN =
  'Este documento pide a cada lector que dibuje su formulario: algunos, como Evince u Okular, no mostrarán el dibujo de tu firma. La firma vale igual; para verla, abre el archivo con otro lector.'
export const CLEANED =
  'Quitamos el contenido señalado; el texto y las imágenes quedan igual. Tu archivo original se queda contigo.'
/** Milliseconds, for long notifications. */
export const LONG_NOTE_MS = 10_000
export const UPLOAD_CANCELLED = 'Subida cancelada. El archivo y los datos siguen aquí.'
