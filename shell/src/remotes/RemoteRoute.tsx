import type { ComponentType, ReactNode } from 'react'
import { useEffect } from 'react'
import type { RemoteName } from 'shared/contract'
import { Route, Routes } from 'shared/router'
import { LazyNotFoundPage } from '../not-found/LazyNotFoundPage.tsx'
import { useFocusOnLateTitle } from '../page/page-change.ts'
import type { LoadedRemote } from './load-remote-app.ts'
import { RemoteView } from './RemoteView.tsx'

function Page({ Component }: { readonly Component: ComponentType }) {
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
  return route ? <Page Component={route.Component} /> : <MissingPage app={app} path={path} />
}

const isBelow = (prefix: string, path: string): boolean => `${path}/`.startsWith(`${prefix}/`)

/** The remote's routes, relative to its mount. */
const pagesBelow = (app: LoadedRemote, prefix: string): ReactNode => (
  <Routes>
    {app.routes
      .filter(({ path }) => isBelow(prefix, path))
      .map(({ path, Component }) => (
        <Route key={path} path={path.slice(prefix.length + 1)} element={<Page Component={Component} />} />
      ))}
    <Route path="*" element={<LazyNotFoundPage />} />
  </Routes>
)

export function AddedRemoteRoute({ remote, prefix }: { readonly remote: RemoteName; readonly prefix: string }) {
  return <RemoteView remote={remote}>{(app) => pagesBelow(app, prefix)}</RemoteView>
}

export function RemoteRoute({ remote, path }: { readonly remote: RemoteName; readonly path: string }) {
  // Ends the prerender if the user leaves early.
  useEffect(() => () => window.trazoPrerender?.hide(), [])
  return <RemoteView remote={remote}>{(app) => pageOf(app, path)}</RemoteView>
}
