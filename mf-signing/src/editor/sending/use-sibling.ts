import { useLocation, useNavigate } from 'shared/router'
import { isUnsaved } from '../fields/drafts.ts'
import { isComplete, saveFailure } from '../saving/save-fields.ts'
import { withoutField } from '../signers/signers.ts'
import type { EditorModel } from '../use-editor.ts'
import { sendingTexts } from './texts.ts'

/** Of the dashboard's address, which opens the editor. */
const DOCUMENT = 'documento'

export type SiblingOptions = Pick<EditorModel, 'editing' | 'signers' | 'notify'>

/** Opens the editor of another document in place of this one: closing it then leads where this one came from. */
export const useSibling = ({ editing, signers, notify }: SiblingOptions) => {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const pathOf = (id: number): string => {
    const query = new URLSearchParams(search)
    query.set(DOCUMENT, String(id))
    return `${pathname}?${query}`
  }
  /** Saves first. Nothing is left that is not saved. */
  const open = async (id: number) => {
    const people = withoutField(signers.list).map(({ name }) => name)
    if (people.length > 0) return notify('warning', sendingTexts.place(people))
    if (isUnsaved(editing.state)) {
      const outcome = await editing.saveAll()
      if (!isComplete(outcome)) return notify('error', saveFailure(outcome))
    }
    await navigate(pathOf(id), { replace: true, state })
  }
  return { pathOf, open: (id: number) => void open(id) }
}
