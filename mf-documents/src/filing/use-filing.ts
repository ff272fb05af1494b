import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { DocumentsActions } from '../documents/use-documents.ts'
import type { DocumentAct } from '../list/card/document-act.ts'
import { useSelection } from '../list/selection/use-selection.ts'
import { useArchiving } from './use-archiving.ts'

/** Chosen documents, and what is done with them. */
export const useFiling = (actions: Pick<DocumentsActions, 'update' | 'refresh'>, documents: readonly UserFile[]) => {
  const selection = useSelection(documents)
  const [tagged, tag] = useState<readonly UserFile[]>()
  const archive = useArchiving(actions, selection.clear)
  const act = (file: UserFile, chosen: DocumentAct) => {
    if (chosen === 'select') selection.toggle(file.id)
    else if (chosen === 'tag') tag([file])
    else void archive([file], chosen === 'archive')
  }
  return { selection, tagged, tag, archive, act }
}

export type FilingModel = ReturnType<typeof useFiling>
