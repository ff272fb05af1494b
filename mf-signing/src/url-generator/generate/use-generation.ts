import { useEffect, useReducer } from 'react'
import type { PublicLink, UserFile } from 'shared/contract'
import { filesApi, isNotFound, messageOf } from 'shared/http'
import { useLatest } from 'shared/state'
import { findByName } from './find-by-name.ts'
import {
  type GenerationErrand,
  type GenerationEvent,
  type GenerationState,
  generationReducer,
  idleGeneration,
  isBusy,
} from './generation.ts'

const run = async (errand: GenerationErrand, link: PublicLink, signal: AbortSignal): Promise<GenerationEvent> => {
  try {
    if (errand.kind === 'searching') return { kind: 'found', files: await findByName(errand.name, signal) }
    return { kind: 'shared', file: await filesApi.share(errand.file.id, link) }
  } catch (error) {
    if (errand.kind === 'sharing' && isNotFound(error)) return { kind: 'gone' }
    return { kind: 'failed', message: messageOf(error) }
  }
}

export interface GenerationListeners {
  readonly link: PublicLink
  readonly onShared: (file: UserFile) => void
  readonly onGone: (id: number) => void
}

export const useGeneration = (listeners: GenerationListeners): [GenerationState, (event: GenerationEvent) => void] => {
  const [state, dispatch] = useReducer(generationReducer, idleGeneration)
  const latest = useLatest(listeners)

  const errand = isBusy(state) ? state : undefined
  useEffect(() => {
    if (!errand) return
    const stop = new AbortController()
    void run(errand, latest.current.link, stop.signal).then((event) => {
      if (stop.signal.aborted) return
      dispatch(event)
      if (event.kind === 'shared') latest.current.onShared(event.file)
      if (event.kind === 'gone' && errand.kind === 'sharing') latest.current.onGone(errand.file.id)
    })
    return () => stop.abort()
  }, [errand])

  return [state, dispatch]
}
