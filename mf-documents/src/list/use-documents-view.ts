import { useState } from 'react'
import type { DocumentsView } from 'shared/contract'
import { useSession } from 'shared/state'

/** The account remembers it (docs/decisions/0040-dashboard-groups-and-view.md). */
const remember = async (view: DocumentsView): Promise<void> => {
  const { updateProfile } = await import('shared/state/account')
  await updateProfile({ documents_view: view })
}

export const useDocumentsView = (): readonly [DocumentsView, (view: DocumentsView) => void] => {
  const session = useSession()
  const [chosen, setChosen] = useState<DocumentsView>()
  const saved = session.kind === 'authenticated' ? session.user.documents_view : undefined
  const choose = (view: DocumentsView) => {
    setChosen(view)
    // Without it, the choice lasts for this visit.
    remember(view).catch(() => undefined)
  }
  return [chosen ?? saved ?? 'cards', choose]
}
