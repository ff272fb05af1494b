import type { UserFile } from 'shared/contract'
import { messageOf } from 'shared/http'
import { tagsApi } from 'shared/http/deferred'
import { notify } from 'shared/state'
import type { DocumentsActions } from '../../documents/use-documents.ts'

export type ArchivingActions = Pick<DocumentsActions, 'update' | 'refresh'>

const doneText = (count: number, archived: boolean): string => {
  if (!archived) return count === 1 ? 'Documento desarchivado' : `${count} documentos desarchivados`
  const what = count === 1 ? 'Documento archivado. Está' : `${count} documentos archivados. Están`
  return `${what} en «Archivados».`
}

const withArchived = ({ archived_at: _, ...file }: UserFile, at: string | undefined): UserFile =>
  at === undefined ? file : { ...file, archived_at: at }

/**
 * Archives documents, or takes them out of the archive.
 *
 * @returns whether it was done
 */
export const sendArchiving = async (
  { update, refresh }: ArchivingActions,
  files: readonly UserFile[],
  archived: boolean,
): Promise<boolean> => {
  try {
    await tagsApi.archive(
      files.map(({ id }) => id),
      archived,
    )
    const at = archived ? new Date().toISOString() : undefined
    for (const file of files) update(withArchived(file, at))
    notify({ type: 'success', message: doneText(files.length, archived) })
    return true
  } catch (error) {
    notify({ type: 'error', message: messageOf(error) })
    refresh()
    return false
  }
}
