import type { ComponentType, ReactNode } from 'react'
import { useEffect } from 'react'
import type { RemoteName } from 'shared/contract'
import type { LoadedRemote } from 'shared/host'
import { LazyNotFoundPage } from '../not-found/LazyNotFoundPage.tsx'
import { useFocusOnLateTitle } from '../page/page-change.ts'
import { RemoteView } from './RemoteView.tsx'

export function RemotePage({ Component }: { readonly Component: ComponentType }) {
  useFocusOnLateTitle()
  return <Component />
}

/** The release lacks one of its mounts. */
function MissingPage({ app, path }: { readonly app: LoadedRemote; readonly path: string }) {
  useEffect(() => {
    // biome-ignore lint/suspicious/noConsole: users see the not-found page; the team needs the reason
    console.warn(`[${app.name}] has no page for ${path}`)
  }, [app, path])
  return <LazyNotFoundPage />
}

const pageOf = (app: LoadedRemote, path: string): ReactNode => {
  const route = app.routes.find((candidate) => candidate.path === path)
  return route ? <RemotePage Component={route.Component} /> : <MissingPage app={app} path={path} />
}

export function RemoteRouteView({ remote, path }: { readonly remote: RemoteName; readonly path: string }) {
  // Ends the prerender if the user leaves early.
  useEffect(() => () => window.trazoPrerender?.hide(), [])
  return <RemoteView remote={remote}>{(app) => pageOf(app, path)}</RemoteView>
}
