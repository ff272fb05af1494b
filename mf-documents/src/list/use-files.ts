import { useCallback, useEffect, useReducer } from 'react'
import type { UserFile } from 'shared/contract'
import { filesApi } from 'shared/http'
import { type FilesState, filesReducer, initialFiles } from './files-state.ts'

export interface Files {
  readonly state: FilesState
  /** Fetches the list again; what is on the screen stays until the answer is there. */
  readonly refresh: () => void
  /** Takes a deleted document out of the list at once. */
  readonly forget: (file: UserFile) => void
}

/** The session's documents. Only the newest request counts: an older answer that comes late is dropped. */
export const useFiles = (): Files => {
  const [state, dispatch] = useReducer(filesReducer, initialFiles)
  const [round, refresh] = useReducer((count: number) => count + 1, 0)

  // Each round asks for the list again.
  useEffect(() => {
    const stop = new AbortController()
    dispatch({ kind: 'requested' })
    filesApi.list(stop.signal).then(
      (files) => !stop.signal.aborted && dispatch({ kind: 'received', files }),
      () => !stop.signal.aborted && dispatch({ kind: 'refused' }),
    )
    return () => stop.abort()
  }, [round])

  const forget = useCallback((file: UserFile) => dispatch({ kind: 'deleted', id: file.id }), [])
  return { state, refresh, forget }
}
