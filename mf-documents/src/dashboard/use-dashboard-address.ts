import { useLocation, useNavigate, useSearchParams } from 'shared/router'
import { type TabId, tabOf } from './tabs.ts'

const TAB = 'tab'
const FILE = 'documento'
/** Marks a history entry that selecting a card has made, so that closing can go back to where it was. */
const SELECTED_HERE = 'selected-here'

/** What the dashboard shows, kept in the address: the tab and the selected file. Back and reload work by themselves. */
export const useDashboardAddress = () => {
  const [params, setParams] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const tab = tabOf(params.get(TAB))

  return {
    tab,
    /** Id of the selected file, if any. */
    selectedId: params.has(FILE) ? Number(params.get(FILE)) : undefined,
    /** Changing tab clears the selected file. */
    showTab: (next: TabId) => setParams({ [TAB]: next }),
    select: (id: number) => setParams({ [TAB]: tab, [FILE]: String(id) }, { state: SELECTED_HERE }),
    unselect: () => {
      if (location.state === SELECTED_HERE) void navigate(-1)
      else setParams({ [TAB]: tab }, { replace: true })
    },
  }
}
