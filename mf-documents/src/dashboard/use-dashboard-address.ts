import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'shared/router'
import { type Filters, type ListQuery, readFilters, writeFilters } from '../list/document-filters.ts'
import { type TabId, tabOf } from './tabs.ts'

const TAB = 'tab'
const FILE = 'documento'
/** Marks a history entry that selecting a card has made, so that closing can go back to where it was. */
const SELECTED_HERE = 'selected-here'

/** What the list has to show at an address; undefined where there is no list. */
const queryOf = (tab: TabId, filters: Filters): ListQuery | undefined => {
  if (tab === 'documentos') return { ...filters, signed: false }
  // There, everything has one status.
  return tab === 'firmados' ? { ...filters, status: undefined, signed: true } : undefined
}

/**
 * What the dashboard shows, kept in the address: the tab, what is looked for, and the selected file. Back and reload work
 * by themselves.
 */
export const useDashboardAddress = () => {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const tab = tabOf(params.get(TAB))
  const query = useMemo(() => queryOf(tab, readFilters(params)), [tab, params])

  /** The same address with this file, or with none. */
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
    /** The selected file as it stands in the address, if any. */
    selected: params.get(FILE) ?? undefined,
    /** Changing tab clears the selected file, and what was looked for. */
    showTab: (next: TabId) => setParams({ [TAB]: next }),
    /** While somebody goes on typing, the same history entry holds what is looked for. */
    filter: (next: Filters) => {
      const typing = query !== undefined && query.search !== '' && next.search !== '' && next.search !== query.search
      setParams(writeFilters(params, next), { replace: typing })
    },
    select: (id: number) => setParams(withFile(id), { state: SELECTED_HERE }),
    unselect: () => {
      if (location.state === SELECTED_HERE) void navigate(-1)
      else setParams(withFile(undefined), { replace: true })
    },
  }
}
