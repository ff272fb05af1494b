import { createContext, startTransition, useCallback, useContext, useEffect, useState } from 'react'
import type { RemoteName } from 'shared/contract'
import { type LoadedRemote, RemoteLoadError } from 'shared/host'
import { reportUnknown } from 'shared/http'
import type { RemoteLoader } from './load-remote-app.ts'
import { remoteLoader } from './load-remote-app.ts'

export const RemoteLoaderContext = createContext<RemoteLoader>(remoteLoader)

export type RemoteAppState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly app: LoadedRemote }
  | { readonly kind: 'failed'; readonly error: unknown }

export const useRemoteApp = (name: RemoteName): { readonly state: RemoteAppState; readonly retry: () => void } => {
  const loader = useContext(RemoteLoaderContext)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<RemoteAppState>(() => {
    const app = loader.loaded(name)
    return app ? { kind: 'ready', app } : { kind: 'loading' }
  })

  useEffect(() => {
    let here = true
    loader.load(name).then(
      // Keeps the current content until the chunks have loaded.
      (app) => here && startTransition(() => setState({ kind: 'ready', app })),
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
  return { state, retry }
}
