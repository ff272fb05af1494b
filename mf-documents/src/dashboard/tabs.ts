import type { Tab } from 'shared/controls'

/** Ids are values of `?tab=`. */
export const tabs = [
  { id: 'documentos', label: 'Mis Documentos' },
  { id: 'subir', label: 'Subir Documento' },
  { id: 'firmados', label: 'Documentos Firmados' },
  { id: 'urls', label: 'URLs de Firma' },
  { id: 'plantillas', label: 'Plantillas' },
] as const satisfies readonly Tab[]

export type TabId = (typeof tabs)[number]['id']

export const parseTab = (value: string | null): TabId => tabs.find((tab) => tab.id === value)?.id ?? 'documentos'
