import type { FileStatus } from 'shared/contract'
import type { Tone } from 'shared/ui'

export const LIST_FAILURE = 'No se pudieron cargar tus documentos'
export const DELETE_QUESTION = '¿Estás seguro de que deseas eliminar este documento?'
export const DELETE_SUCCESS = 'Documento eliminado correctamente'
export const DELETE_FAILURE = 'No se pudo eliminar el documento'
export const DOWNLOAD_FAILURE = 'No se pudo descargar el documento'
export const SIGNED_BADGE = '✓ Firmado'

/** Word and tone of each status; the icon stands in StatusBadge. */
export const statuses: Readonly<Record<FileStatus, { readonly label: string; readonly tone: Tone }>> = {
  UPLOADED: { label: 'Subido', tone: 'info' },
  PROCESSING: { label: 'Procesando', tone: 'warning' },
  COMPLETED: { label: 'Completado', tone: 'success' },
  FAILED: { label: 'Fallido', tone: 'error' },
  CANCELLED: { label: 'Cancelado', tone: 'neutral' },
}

/** Cards that stand in while the first list is on its way. */
export const SKELETON_CARDS = 3
/** Signature lines that a card's sheet shows at most. */
export const SHEET_SIGNATURES_MAX = 4
