import { useState } from 'react'
import type { UserFile } from 'shared/contract'
import type { DocumentAct } from '../document-act.ts'
import type { ArchivingActions } from './send-archiving.ts'
import { useChosenDocuments } from './use-chosen-documents.ts'

/** Chosen documents, and what is done with them. */
export const useFiling = (actions: ArchivingActions, documents: readonly UserFile[]) => {
  const selection = useChosenDocuments(documents)
  const [tagged, tag] = useState<readonly UserFile[]>()
  const archive = async (files: readonly UserFile[], archived: boolean): Promise<void> => {
    const { sendArchiving } = await import(/* webpackChunkName: "filing" */ './send-archiving.ts')
    if (await sendArchiving(actions, files, archived)) selection.clear()
  }
  const act = (file: UserFile, chosen: DocumentAct) => {
    if (chosen === 'select') selection.toggle(file.id)
    else if (chosen === 'tag') tag([file])
    else void archive([file], chosen === 'archive')
  }
  return { selection, tagged, tag, archive, act }
}

export type FilingModel = ReturnType<typeof useFiling>
