import { useRef } from 'react'
import type { UserFile } from 'shared/contract'
import { messageOf } from 'shared/http'
import { notify } from 'shared/state'
import type { DocumentsActions } from '../documents/use-documents.ts'

const doneText = (count: number, archived: boolean): string => {
  if (!archived) return count === 1 ? 'Documento desarchivado' : `${count} documentos desarchivados`
  const what = count === 1 ? 'Documento archivado. Está' : `${count} documentos archivados. Están`
  return `${what} en «Archivados».`
}

const withArchived = ({ archived_at: _, ...file }: UserFile, at: string | undefined): UserFile =>
  at === undefined ? file : { ...file, archived_at: at }

/** Archives documents, or takes them out of the archive. */
export const useArchiving = ({ update, refresh }: Pick<DocumentsActions, 'update' | 'refresh'>, onDone: () => void) => {
  const busy = useRef(false)
  return async (files: readonly UserFile[], archived: boolean): Promise<void> => {
    if (busy.current || files.length === 0) return
    busy.current = true
    try {
      const { tagsApi } = await import('shared/http/deferred')
      await tagsApi.archive(
        files.map(({ id }) => id),
        archived,
      )
      const at = archived ? new Date().toISOString() : undefined
      for (const file of files) update(withArchived(file, at))
      notify({ type: 'success', message: doneText(files.length, archived) })
      onDone()
    } catch (error) {
      notify({ type: 'error', message: messageOf(error) })
      refresh()
    }
    busy.current = false
  }
}
