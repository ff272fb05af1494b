import { PDF_MIME_TYPE, UPLOAD_MAX_BYTES } from 'shared/contract'

export { PDF_MIME_TYPE, UPLOAD_MAX_BYTES }

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
export const UPLOAD_CANCELLED = 'Subida cancelada. El archivo y los datos siguen aquí.'
