import { PDF_MIME_TYPE, UPLOAD_MAX_BYTES } from 'shared/contract'

export { PDF_MIME_TYPE, UPLOAD_MAX_BYTES }

/** Width of a window, in CSS pixels, up to which there is no preview of the file. */
export const NO_PREVIEW_UP_TO_PX = 768
/** Largest width of the preview, in CSS pixels. */
export const PREVIEW_WIDTH_PX = 480
/** Largest ratio of device pixels to CSS pixels that the preview is made for. */
export const PREVIEW_RATIO_MAX = 2
export const NO_PREVIEW =
  'No pudimos mostrar la primera página. Puedes subir el documento de todas formas: lo revisamos al recibirlo.'

/** Percent at which the progress starts. */
export const PROGRESS_START = 10
/** Percent that is not passed before the server has answered. */
export const PROGRESS_CAP = 90
/** Percent once the document is stored. */
export const PROGRESS_DONE = 100
/** Milliseconds between two moves of the progress. */
export const PROGRESS_TICK_MS = 300
/** Largest random step while the server is checking, in percent. */
export const PROGRESS_CREEP_MAX = 8

export const ONLY_PDF = 'Solo se permiten archivos PDF'
export const TOO_LARGE = 'El archivo excede el tamaño máximo permitido (10MB)'
export const FILE_REQUIRED = 'Por favor selecciona un archivo'
export const TYPE_REQUIRED = 'Por favor selecciona un tipo de archivo'
export const UPLOAD_SUCCESS = 'Archivo subido exitosamente'
export const UPLOAD_FAILURE = 'No se puede subir el archivo. Verifique que sea un PDF válido y seguro.'
/** What is said beside the success: what was done to the file, or what it brought along. */
export const REPAIRED = 'El documento estaba dañado y lo reparamos. Guardamos el original y lo puedes descargar.'
export const DRAWINGS_HIDDEN =
  'Este documento pide a cada lector que dibuje su formulario: algunos, como Evince u Okular, no mostrarán el dibujo de tu firma. La firma vale igual; para verla, abre el archivo con otro lector.'
export const CLEANED =
  'Quitamos el contenido señalado; el texto y las imágenes quedan igual. Tu archivo original se queda contigo.'
/** Milliseconds that a notification with two sentences stays. */
export const LONG_NOTE_MS = 10_000
export const UPLOAD_CANCELLED = 'Subida cancelada. El archivo y los datos siguen aquí.'
