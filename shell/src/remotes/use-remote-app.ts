import { createContext, startTransition, useCallback, useContext, useEffect, useState } from 'react'
import type { RemoteName } from 'shared/contract'
import { type LoadedRemote, RemoteLoadError } from 'shared/host'
import { reportUnknown } from 'shared/http'
import type { RemoteLoader } from './load-remote-app.ts'
import { remoteLoader } from './load-remote-app.ts'

export const RemoteLoaderContext = createContext<RemoteLoader>(remoteLoader)

type RemoteAppState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly app: LoadedRemote }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Milliseconds from loaded code to its first screen; lazy parts may still load. */
export const FIRST_SCREEN_LIMIT_MS = 25_000

export interface RemoteAppModel {
  readonly state: RemoteAppState
  /** The code is there, and its first screen has not appeared within the limit. */
  readonly isBlank: boolean
  readonly appeared: () => void
  readonly retry: () => void
}

const useFirstScreen = (isLoaded: boolean) => {
  const [isBlank, setBlank] = useState(false)
  const [hasAppeared, setAppeared] = useState(false)
  useEffect(() => {
    if (!isLoaded || hasAppeared) return
    const timer = setTimeout(() => setBlank(true), FIRST_SCREEN_LIMIT_MS)
    return () => clearTimeout(timer)
  }, [isLoaded, hasAppeared])
  const appeared = useCallback(() => setAppeared(true), [])
  return { isBlank: isBlank && !hasAppeared, appeared }
}

export const useRemoteApp = (name: RemoteName): RemoteAppModel => {
  const loader = useContext(RemoteLoaderContext)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<RemoteAppState>(() => {
    const app = loader.loaded(name)
    return app ? { kind: 'ready', app } : { kind: 'loading' }
  })

  const [isLoaded, setLoaded] = useState(state.kind === 'ready')
  const screen = useFirstScreen(isLoaded)

  useEffect(() => {
    let here = true
    loader.load(name).then(
      (app) => {
        if (!here) return
        setLoaded(true)
        // Keeps the current content until the chunks have loaded.
        startTransition(() => setState({ kind: 'ready', app }))
      },
      (error: unknown) => {
        if (!(error instanceof RemoteLoadError)) reportUnknown(error)
        if (here) setState({ kind: 'failed', error })
      },
    )
    return () => {
      here = false
    }
  }, [loader, name, attempt])

  const retry = useCallback(() => {
    setState({ kind: 'loading' })
    setAttempt((count) => count + 1)
  }, [])
  return { state, ...screen, retry }
}
