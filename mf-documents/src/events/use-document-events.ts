import { useEffect } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi, isNotFound } from 'shared/http'
import { useLatest } from 'shared/state'
import type { DocumentsActions } from '../documents/use-documents.ts'
import { followDocuments } from './follow-document-events.ts'

type Actions = Pick<DocumentsActions, 'created' | 'deleted' | 'refresh' | 'streamOpened' | 'update'>

/** Many changes at once, as of a bulk action: one list is lighter than so many documents. */
const LOADED_AT_ONCE = 8

/** A newer event of a document aborts its last load. */
const createDocumentLoader = (actions: () => Actions) => {
  const pending = new Map<number, AbortController>()
  const apply = (file: UserFile) => actions().update(file)
  const recover = (id: number, error: unknown) => {
    if (isNotFound(error)) actions().deleted(id)
    else actions().refresh()
  }
  const abortAll = () => {
    for (const call of pending.values()) call.abort()
    pending.clear()
  }
  return {
    load: async (id: number): Promise<void> => {
      if (pending.size >= LOADED_AT_ONCE && !pending.has(id)) {
        abortAll()
        return actions().refresh()
      }
      pending.get(id)?.abort()
      const abort = new AbortController()
      pending.set(id, abort)
      try {
        const file = await filesApi.get(id, abort.signal)
        if (!abort.signal.aborted) apply(file)
      } catch (error) {
        if (abort.signal.aborted) return
        recover(id, error)
      }
      if (pending.get(id) === abort) pending.delete(id)
    },
    abort: abortAll,
  }
}

export const useDocumentEvents = (actions: Actions): void => {
  const latest = useLatest(actions)
  useEffect(() => {
    const loader = createDocumentLoader(() => latest.current)
    const stop = followDocuments({
      onEvent: ({ kind, document_id: id }) => {
        if (kind === 'deleted') latest.current.deleted(id)
        else if (kind === 'created') latest.current.created()
        else void loader.load(id)
      },
      onOpened: (at) => latest.current.streamOpened(at),
      onMissed: () => latest.current.refresh(),
    })
    return () => {
      stop()
      loader.abort()
    }
  }, [latest])
}
