import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'shared/router'
import { type DocumentFilters, type ListQuery, readFilters, writeFilters } from '../documents/document-filters.ts'
import { parseTab, type TabId } from './tabs.ts'

const TAB = 'tab'
const FILE = 'documento'
/**
 * Marks history entries that a card selection
 * created, so that closing can go back.
 */
const SELECTED_HERE = 'selected-here'

const listQuery = (tab: TabId, filters: DocumentFilters): ListQuery | undefined => {
  if (tab === 'documentos') return { ...filters, signed: false }
  // All signed documents have one status.
  return tab === 'firmados' ? { ...filters, status: undefined, group: undefined, signed: true } : undefined
}

/** Keeps state in the URL, so that back and reload work. */
export const useDashboardAddress = () => {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const tab = parseTab(params.get(TAB))
  const query = useMemo(() => listQuery(tab, readFilters(params)), [tab, params])

  const withFile = (id: number | undefined): URLSearchParams => {
    const next = new URLSearchParams(params)
    next.set(TAB, tab)
    next.delete(FILE)
    if (id !== undefined) next.set(FILE, String(id))
    return next
  }

  return {
    tab,
    query,
    selected: params.get(FILE) ?? undefined,
    showTab: (next: TabId) => setParams({ [TAB]: next }),
    filter: (next: DocumentFilters) => {
      const typing = query !== undefined && query.search !== '' && next.search !== '' && next.search !== query.search
      setParams(writeFilters(params, next), { replace: typing })
    },
    /** Closing the editor then shows the documents. */
    showUploaded: (id: number) => {
      // Keeps an open editor open.
      if (params.has(FILE)) return
      setParams({ [TAB]: 'documentos' })
      if (tab === 'subir') setParams({ [TAB]: 'documentos', [FILE]: String(id) }, { state: SELECTED_HERE })
    },
    showCreated: (id: number) => {
      setParams({ [TAB]: 'documentos' })
      setParams({ [TAB]: 'documentos', [FILE]: String(id) }, { state: SELECTED_HERE })
    },
    select: (id: number) => setParams(withFile(id), { state: SELECTED_HERE }),
    unselect: () => {
      if (location.state === SELECTED_HERE) void navigate(-1)
      else setParams(withFile(undefined), { replace: true })
    },
  }
}
