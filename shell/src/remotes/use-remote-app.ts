import { createContext, startTransition, useCallback, useContext, useEffect, useState } from 'react'
import type { RemoteName } from 'shared/contract'
import type { LoadedRemote, RemoteLoader } from './load-remote-app.ts'
import { remoteLoader } from './load-remote-app.ts'

/** The loader of the page; tests put their own in its place. */
export const RemoteLoaderContext = createContext<RemoteLoader>(remoteLoader)

export type RemoteAppState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly app: LoadedRemote }
  | { readonly kind: 'failed'; readonly error: unknown }

/** A remote, from its first byte to its panel. `retry` starts anew after a failure. */
export const useRemoteApp = (name: RemoteName): { readonly state: RemoteAppState; readonly retry: () => void } => {
  const loader = useContext(RemoteLoaderContext)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<RemoteAppState>(() => {
    const app = loader.loaded(name)
    return app ? { kind: 'ready', app } : { kind: 'loading' }
  })

  // A new attempt is what asks again.
  useEffect(() => {
    let here = true
    loader.load(name).then(
      // A transition: what is on show stays until the screen's own chunks are here as well.
      (app) => here && startTransition(() => setState({ kind: 'ready', app })),
      (error: unknown) => here && setState({ kind: 'failed', error }),
    )
    return () => {
      here = false
    }
  }, [loader, name, attempt])

  const retry = useCallback(() => {
    setState({ kind: 'loading' })
    setAttempt((count) => count + 1)
  }, [])
  return { state, retry }
}
