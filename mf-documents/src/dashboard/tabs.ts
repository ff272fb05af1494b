import type { Tab } from 'shared/controls'

/** Ids are values of `?tab=`. */
export const dashboardTabs = [
  { id: 'documentos', label: 'Mis Documentos' },
  { id: 'subir', label: 'Subir Documento' },
  { id: 'firmados', label: 'Documentos Firmados' },
  { id: 'urls', label: 'URLs de Firma' },
  { id: 'plantillas', label: 'Plantillas' },
] as const satisfies readonly Tab[]

export type TabId = (typeof dashboardTabs)[number]['id']

export const parseTab = (value: string | null): TabId =>
  dashboardTabs.find((tab) => tab.id === value)?.id ?? 'documentos'
