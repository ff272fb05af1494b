import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { DocumentAct } from '../list/card/document-act.ts'
import { useSelection } from '../list/selection/use-selection.ts'
import type { ArchivingActions } from './archive-documents.ts'

/** Chosen documents, and what is done with them. */
export const useFiling = (actions: ArchivingActions, documents: readonly UserFile[]) => {
  const selection = useSelection(documents)
  const [tagged, tag] = useState<readonly UserFile[]>()
  const archive = async (files: readonly UserFile[], archived: boolean): Promise<void> => {
    const { archiveDocuments } = await import(/* webpackChunkName: "filing" */ './archive-documents.ts')
    if (await archiveDocuments(actions, files, archived)) selection.clear()
  }
  const act = (file: UserFile, chosen: DocumentAct) => {
    if (chosen === 'select') selection.toggle(file.id)
    else if (chosen === 'tag') tag([file])
    else void archive([file], chosen === 'archive')
  }
  return { selection, tagged, tag, archive, act }
}

export type FilingModel = ReturnType<typeof useFiling>
