import type { FileSort } from 'shared/contract'
import type { Tone } from 'shared/ui'
import type { DocumentGroup, ListedState } from './document-filters.ts'

export const statusLabels: Readonly<Record<ListedState, { readonly label: string; readonly tone: Tone }>> = {
  UPLOADED: { label: 'Subido', tone: 'info' },
  PROCESSING: { label: 'Procesando', tone: 'warning' },
  COMPLETED: { label: 'Completado', tone: 'success' },
  FAILED: { label: 'Fallido', tone: 'error' },
  CANCELLED: { label: 'Cancelado', tone: 'neutral' },
  EXPIRED: { label: 'Vencido', tone: 'warning' },
}

export const sortLabels: Readonly<Record<FileSort, string>> = {
  newest: 'Recientes',
  oldest: 'Antiguos',
  name: 'Nombre',
}

export const groupLabels: Readonly<Record<DocumentGroup, string>> = {
  owner: 'Esperan tu firma',
  others: 'Esperan a otros',
  completed: 'Completados',
  archived: 'Archivados',
}
