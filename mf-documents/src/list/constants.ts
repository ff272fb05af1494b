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

/** StatusBadge has the icons. */
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

export const SKELETON_CARDS = 3
export const SHEET_SIGNATURES_MAX = 4
/** Maximum named signers per card. */
export const SIGNER_LINES_MAX = 3

/** Milliseconds without a key before a search starts. */
export const SEARCH_PAUSE_MS = 300
/** Documents per request; below the API's limit. */
export const REQUEST_MAX = 4 * FILES_PAGE_SIZE
/** Milliseconds before a download shows its progress. */
export const DOWNLOAD_PATIENCE_MS = 500

/** Milliseconds between polls without events. */
export const POLL_MS = 15_000
/** Milliseconds before the first retry; doubles each time. */
export const RETRY_FIRST_MS = 2000
export const RETRY_MAX_MS = 60_000
/** Random share of a pause, to spread retries. */
export const RETRY_JITTER = 0.3
/** Milliseconds; the server sends a heartbeat every 25 s. */
export const SILENCE_MS = 60_000
/**
 * Milliseconds; shorter streams count as
 * failures, to avoid immediate retries.
 */
export const SHORTEST_STREAM_MS = 5000
