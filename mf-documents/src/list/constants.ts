import { FILES_PAGE_SIZE, type FileSort, type FileStatus } from 'shared/contract'
import type { Tone } from 'shared/ui'

export const LIST_FAILURE = 'No se pudieron cargar tus documentos'
export const MORE_FAILURE = 'No se pudieron cargar más documentos'
export const DELETE_QUESTION = '¿Estás seguro de que deseas eliminar este documento?'
export const DELETE_SUCCESS = 'Documento eliminado correctamente'
export const DELETE_FAILURE = 'No se pudo eliminar el documento'
export const DOWNLOAD_FAILURE = 'No se pudo descargar el documento'
export const DOWNLOAD_CANCELLED = 'Descarga cancelada'
export const evidenceTexts = {
  title: 'Evidencia',
  certificate: 'Certificado de finalización',
  certificateHint: 'PDF con las firmas y el registro',
  bundle: 'Descargar evidencia',
  bundleHint: 'ZIP con todo, y un verificador sin conexión',
} as const
export const SIGNED_BADGE = '✓ Firmado'

/** Word and tone of each status; the icon stands in StatusBadge. */
export const statuses: Readonly<Record<FileStatus, { readonly label: string; readonly tone: Tone }>> = {
  UPLOADED: { label: 'Subido', tone: 'info' },
  PROCESSING: { label: 'Procesando', tone: 'warning' },
  COMPLETED: { label: 'Completado', tone: 'success' },
  FAILED: { label: 'Fallido', tone: 'error' },
  CANCELLED: { label: 'Cancelado', tone: 'neutral' },
}

export const sortLabels: Readonly<Record<FileSort, string>> = {
  newest: 'Recientes',
  oldest: 'Antiguos',
  name: 'Nombre',
}

/** Cards that stand in while the first list is on its way. */
export const SKELETON_CARDS = 3
/** Signature lines that a card's sheet shows at most. */
export const SHEET_SIGNATURES_MAX = 4
/** People that a card names before it counts the others. */
export const SIGNER_LINES_MAX = 3

/** Characters of a search, as the API takes them. */
export const SEARCH_MAX = 200
/** Milliseconds without a key before a search starts. */
export const SEARCH_PAUSE_MS = 300
/** Documents that one request asks for at most; the API allows a few more. */
export const REQUEST_MAX = 4 * FILES_PAGE_SIZE
/** Milliseconds before a download that takes its time shows how far it is. */
export const DOWNLOAD_PATIENCE_MS = 500

/** Milliseconds between two looks at the list while no events come. */
export const POLL_MS = 15_000
/** Milliseconds before the first attempt to get events again; each further pause is twice as long. */
export const RETRY_FIRST_MS = 2000
export const RETRY_MAX_MS = 60_000
/** Share of a pause that chance may take away, so that not everybody comes back in the same moment. */
export const RETRY_JITTER = 0.3
/** A stream says something every 25 s, if only that it stands; after so many milliseconds of silence it does not. */
export const SILENCE_MS = 60_000
/** A stream that ends within so many milliseconds has failed: otherwise it would be opened again without a pause. */
export const SHORTEST_STREAM_MS = 5000
