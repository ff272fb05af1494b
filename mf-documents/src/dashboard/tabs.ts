import type { Tab } from 'shared/controls'

/** The dashboard's tabs, by what stands in the address (`?tab=`). */
export const tabs = [
  { id: 'documentos', label: 'Mis Documentos' },
  { id: 'subir', label: 'Subir Documento' },
  { id: 'firmados', label: 'Documentos Firmados' },
  { id: 'urls', label: 'URLs de Firma' },
] as const satisfies readonly Tab[]

export type TabId = (typeof tabs)[number]['id']

/** The tab of an address; anything unknown is the first one. */
export const tabOf = (value: string | null): TabId => tabs.find((tab) => tab.id === value)?.id ?? 'documentos'
