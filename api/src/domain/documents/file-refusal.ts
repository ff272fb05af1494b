import type { FileError, uploadErrorTypes } from 'shared/contract'
import { errorStatus } from 'shared/contract/errors'
import { toInstant } from '../../platform/clock.ts'
import { RequestRefusal } from '../../platform/http/refusal.ts'

/** The specification's error of an upload: title, message and suggestion are shown as they are. */
export interface FileProblem {
  readonly code: string
  readonly type: (typeof uploadErrorTypes)[number]
  readonly status: number
  readonly title: string
  readonly message: string
  readonly suggestion: string
  /** False if retrying later suffices. */
  readonly userActionRequired: boolean
}

interface RefusalExtras {
  readonly details?: string | null
  /** Sending the file with `clean` succeeds. */
  readonly canClean?: boolean
  /** Sending the file with its password may succeed. */
  readonly canOpen?: boolean
  readonly retryAfterSeconds?: number
  readonly cause?: unknown
}

/** The specification's structured error. */
export class FileRefusal extends RequestRefusal {
  override readonly name = 'FileRefusal'
  override readonly code: string
  override readonly status: number
  override readonly retryAfterSeconds: number | undefined
  private readonly structured: FileError

  constructor(problem: FileProblem, now: number, extras: RefusalExtras = {}) {
    const { details = null, canClean = false, canOpen = false, retryAfterSeconds, cause } = extras
    super(problem.message, { cause })
    this.retryAfterSeconds = retryAfterSeconds
    this.code = problem.code
    this.status = problem.status
    this.structured = {
      error_code: problem.code,
      error_type: problem.type,
      title: problem.title,
      message: problem.message,
      suggestion: problem.suggestion,
      details,
      timestamp: toInstant(now),
      user_action_required: problem.userActionRequired,
      can_clean: canClean,
      can_open: canOpen,
    }
  }

  override body(): FileError {
    return this.structured
  }
}

const problem = (
  code: string,
  type: FileProblem['type'],
  title: string,
  message: string,
  suggestion: string,
  rest: Partial<Pick<FileProblem, 'status' | 'userActionRequired'>> = {},
): FileProblem => ({ code, type, title, message, suggestion, status: 400, userActionRequired: true, ...rest })

const NOT_STORED = 'El archivo no se guardó. No tiene nada de malo, y tus otros documentos siguen ahí.'
const LATER = 'Intenta de nuevo en unos minutos; si sigue igual, avisa a quien administra este servicio.'
/** Suggestion for files that no repair helps. */
export const EXPORT_AGAIN = 'Ábrelo en tu lector de PDF, imprímelo o expórtalo como un PDF nuevo y súbelo otra vez.'
const EXPORT_AGAIN_LATER = 'ábrelo en tu lector de PDF, imprímelo o expórtalo como un PDF nuevo y sube esa copia.'

/** The specification defines some texts. */
export const fileProblems = {
  fileRequired: problem(
    'FILE_REQUIRED',
    'UPLOAD_ERROR',
    'Falta el archivo',
    'Por favor selecciona un archivo',
    'Elige el PDF que quieres subir e inténtalo de nuevo.',
  ),
  notPdf: problem(
    'FILE_TYPE_NOT_ALLOWED',
    'FILE_TYPE_ERROR',
    'Tipo de archivo no permitido',
    'Solo se permiten archivos PDF',
    'Exporta el documento como PDF desde el programa con que lo hiciste y súbelo otra vez.',
  ),
  tooLarge: problem(
    'FILE_TOO_LARGE',
    'FILE_SIZE_ERROR',
    'Archivo demasiado grande',
    'El archivo excede el tamaño máximo permitido (10MB)',
    'Reduce el tamaño del PDF (por ejemplo, con imágenes de menor resolución) o divídelo en partes.',
    { status: 413 },
  ),
  interrupted: problem(
    'UPLOAD_INTERRUPTED',
    'UPLOAD_ERROR',
    'La subida se interrumpió',
    'El archivo no llegó completo.',
    'Revisa tu conexión y vuelve a intentarlo; el archivo no se guardó.',
  ),
  encrypted: problem(
    'PDF_ENCRYPTED',
    'PDF_VALIDATION_ERROR',
    'El PDF pide una contraseña',
    'El documento está cifrado y no se abre sin su contraseña, y así no se le pueden agregar firmas.',
    'Ábrelo con su contraseña en tu lector de PDF, guarda una copia sin contraseña y súbela.',
  ),
  passwordNeeded: problem(
    'PDF_ENCRYPTED',
    'PDF_VALIDATION_ERROR',
    'Este PDF pide una contraseña para abrirse',
    'El documento está cifrado y no se abre sin su contraseña, y así no se le pueden agregar firmas.',
    'Si la tienes, escríbela: se firma una copia sin protección y guardamos el original. Si no, pide a quien lo emitió una copia sin contraseña.',
  ),
  passwordWrong: problem(
    'PDF_PASSWORD_WRONG',
    'PDF_VALIDATION_ERROR',
    'Esa contraseña no abre el PDF',
    'No es la contraseña de este documento. No se guardó nada.',
    'Revisa mayúsculas, tildes y espacios, y escríbela otra vez.',
  ),
  protectedSigned: problem(
    'PDF_UNSUPPORTED',
    'PDF_VALIDATION_ERROR',
    'El PDF ya trae firmas y no lo podemos abrir con su contraseña',
    'Se firmaría una copia sin protección, y en ella las firmas que trae dejarían de valer.',
    'Pide a quien lo emitió una copia sin contraseña y súbela: sus firmas se conservan.',
  ),
  restricted: problem(
    'PDF_RESTRICTED',
    'PDF_VALIDATION_ERROR',
    'El PDF no permite firmarlo',
    'Quien lo emitió prohibió llenarlo y firmarlo, y respetamos esa restricción.',
    'Pide a quien lo emitió una copia sin la restricción y súbela. Si la pusiste tú, escribe la contraseña de propietario.',
  ),
  corrupt: problem(
    'PDF_CORRUPT',
    'PDF_VALIDATION_ERROR',
    'El PDF está dañado',
    'La estructura del documento no se puede leer con seguridad, y una firma sobre él no sería confiable.',
    EXPORT_AGAIN,
  ),
  tooComplex: problem(
    'PDF_TOO_COMPLEX',
    'PDF_VALIDATION_ERROR',
    'El PDF es demasiado complejo',
    'Revisar el documento tomó más tiempo o memoria de lo permitido.',
    EXPORT_AGAIN,
  ),
  exhausted: problem(
    'PDF_TOO_COMPLEX',
    'PDF_VALIDATION_ERROR',
    'El PDF es demasiado complejo',
    'Revisar el documento tomó más tiempo o memoria de lo permitido. Eso no significa que esté dañado.',
    `Inténtalo otra vez en unos minutos: si hay mucho trabajo, la revisión tarda más. Si vuelve a pasar: ${EXPORT_AGAIN_LATER}`,
  ),
  unsupported: problem(
    'PDF_UNSUPPORTED',
    'PDF_VALIDATION_ERROR',
    'El PDF usa una forma que todavía no podemos firmar',
    'El documento se puede leer, pero no se le pueden agregar campos de firma sin alterarlo.',
    EXPORT_AGAIN,
  ),
  signedUnsupported: problem(
    'PDF_UNSUPPORTED',
    'PDF_VALIDATION_ERROR',
    'El PDF ya tiene firmas y no lo podemos reparar',
    'Distintos lectores pueden mostrar cosas distintas de este archivo, y repararlo rompería las firmas que trae.',
    'Sube la versión sin firmas del documento, o pide que lo firmen de nuevo con otro programa.',
  ),
  encryptedUnsupported: problem(
    'PDF_UNSUPPORTED',
    'PDF_VALIDATION_ERROR',
    'El PDF está cifrado y no lo podemos reparar',
    'Distintos lectores pueden mostrar cosas distintas de este archivo, y repararlo le quitaría el cifrado que le puso quien lo emitió.',
    'Pide a quien lo emitió una copia sin cifrar y súbela.',
  ),
  doubted: problem(
    'PDF_UNSUPPORTED',
    'PDF_VALIDATION_ERROR',
    'Las firmas de este PDF quedarían en duda',
    'Probamos a firmarlo, y quien revise las firmas las vería como sospechosas, porque el archivo usa una misma parte para cosas distintas.',
    EXPORT_AGAIN,
  ),
  signedDoubted: problem(
    'PDF_UNSUPPORTED',
    'PDF_VALIDATION_ERROR',
    'Las firmas nuevas de este PDF quedarían en duda',
    'Probamos a firmarlo, y quien revise las firmas nuevas las vería como sospechosas. Repararlo rompería las que ya trae.',
    'Sube la versión sin firmas del documento, o pide que lo firmen de nuevo con otro programa.',
  ),
  quotaExceeded: problem(
    'QUOTA_EXCEEDED',
    'FILE_SIZE_ERROR',
    'No te queda espacio',
    'El archivo no se guardó, porque tus documentos ocupan todo tu espacio.',
    'Borra documentos que no necesites, o pide más espacio a quien administra el sitio. En tu perfil ves cuánto ocupan.',
    { status: errorStatus.QUOTA_EXCEEDED },
  ),
  storageFull: problem('STORAGE_FULL', 'UPLOAD_ERROR', 'El servidor se quedó sin espacio', NOT_STORED, LATER, {
    status: errorStatus.STORAGE_FULL,
    userActionRequired: false,
  }),
  storageReadOnly: problem(
    'STORAGE_READ_ONLY',
    'UPLOAD_ERROR',
    'Por ahora el servidor solo permite leer',
    NOT_STORED,
    LATER,
    { status: errorStatus.STORAGE_READ_ONLY, userActionRequired: false },
  ),
  unavailable: problem(
    'UNAVAILABLE',
    'UPLOAD_ERROR',
    'El servicio no está disponible en este momento',
    NOT_STORED,
    'Intenta de nuevo en unos segundos.',
    { status: errorStatus.UNAVAILABLE, userActionRequired: false },
  ),
  tooSlow: problem(
    'UNAVAILABLE',
    'UPLOAD_ERROR',
    'La revisión del archivo tardó demasiado',
    NOT_STORED,
    'Intenta de nuevo en unos minutos.',
    { status: errorStatus.UNAVAILABLE, userActionRequired: false },
  ),
  unconfirmed: problem(
    'UNAVAILABLE',
    'UPLOAD_ERROR',
    'No pudimos confirmar la subida',
    'El servicio dejó de responder mientras se guardaba el archivo.',
    'Vuelve a intentarlo: si ya se había guardado, no quedará dos veces.',
    { status: errorStatus.UNAVAILABLE, userActionRequired: false },
  ),
  keyInvalid: problem(
    'IDEMPOTENCY_KEY_INVALID',
    'UPLOAD_ERROR',
    'La clave de la subida no es válida',
    'El encabezado Idempotency-Key debe tener entre 16 y 128 letras, números o guiones.',
    'Genera una clave nueva, por ejemplo un UUID, y envía el archivo otra vez.',
  ),
  keyReused: problem(
    'IDEMPOTENCY_KEY_REUSED',
    'UPLOAD_ERROR',
    'Esta subida ya se hizo con otro contenido',
    'La misma clave de subida se usó antes con otro archivo, otro nombre u otros datos.',
    'Elige el archivo otra vez y súbelo de nuevo.',
    { status: 422 },
  ),
  keyOfDeleted: problem(
    'IDEMPOTENCY_KEY_USED',
    'UPLOAD_ERROR',
    'Este archivo ya se subió y después se eliminó',
    'El documento de esta subida ya no existe.',
    'Elige el archivo otra vez si quieres subirlo de nuevo.',
    { status: 409 },
  ),
  documentMissing: problem(
    'DOCUMENT_NOT_FOUND',
    'DELETE_ERROR',
    'No se pudo eliminar',
    'El documento no existe o ya fue eliminado.',
    'Actualiza la lista de documentos.',
    { status: errorStatus.NOT_FOUND, userActionRequired: false },
  ),
} as const satisfies Record<string, FileProblem>
