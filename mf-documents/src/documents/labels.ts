import type { FileSort } from 'shared/contract'
import type { Tone } from 'shared/ui'
import type { Group, ListedState } from './document-filters.ts'

export const statuses: Readonly<Record<ListedState, { readonly label: string; readonly tone: Tone }>> = {
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

export const groupLabels: Readonly<Record<Group, string>> = {
  owner: 'Esperan tu firma',
  others: 'Esperan a otros',
  completed: 'Completados',
}
