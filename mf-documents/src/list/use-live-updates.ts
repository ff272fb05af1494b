import { useEffect } from 'react'
import type { FileEvent } from 'shared/contract'
import { filesApi, HttpError } from 'shared/http'
import { useLatest } from '../use-latest.ts'
import { followDocuments } from './live-updates.ts'
import type { FilesActions } from './use-files.ts'

export const useLiveUpdates = (files: FilesActions): void => {
  const latest = useLatest(files)
  useEffect(() => {
    const asking = new Map<number, AbortController>()

    const ask = async (id: number): Promise<void> => {
      // Only the last event's response counts.
      asking.get(id)?.abort()
      const stop = new AbortController()
      asking.set(id, stop)
      try {
        const file = await filesApi.get(id, stop.signal)
        if (!stop.signal.aborted) latest.current.tell(file)
      } catch (error) {
        if (stop.signal.aborted) return
        if (error instanceof HttpError && error.status === 404) latest.current.deleted(id)
        else latest.current.refresh()
      }
      if (asking.get(id) === stop) asking.delete(id)
    }
    const onEvent = ({ kind, document_id: id }: FileEvent) => {
      if (kind === 'deleted') latest.current.deleted(id)
      else if (kind === 'created') latest.current.created()
      else void ask(id)
    }

    const stop = followDocuments({ onEvent, onMissed: () => latest.current.refresh() })
    return () => {
      stop()
      for (const call of asking.values()) call.abort()
    }
  }, [latest])
}
