import type { ReactNode } from 'react'
import { Suspense } from 'react'
import type { Access } from 'shared/contract'
import { href, mounts } from 'shared/contract'
import { lazyPart, RemoteHostProvider } from 'shared/remote'
import { Route, Routes } from 'shared/router'
import { LazyExternalRemotePages } from './external-remotes/lazy-external-remotes.tsx'
import { Frame } from './frame/Frame.tsx'
import { LazyNotFoundPage } from './not-found/LazyNotFoundPage.tsx'
import { DelayedLoader } from './page/DelayedLoader.tsx'
import { type AnnouncedRemotes, hasExternalRemotes, useStartRegistry } from './registry/StartRegistry.tsx'
import { RemotePage, RemoteRouteView } from './remotes/RemoteRouteView.tsx'
import { remoteHost } from './remotes/RemoteSlot.tsx'
import { RemoteView } from './remotes/RemoteView.tsx'
import { ShellPage } from './remotes/ShellPage.tsx'
import { SessionGuard } from './session/SessionGuard.tsx'

// Signing guests never load these.
const HomePage = lazyPart(() => import('./home/HomePage.tsx'))
const PalettePage = lazyPart(() => import('./color-palette/PalettePage.tsx'))

/** Other pages say 'Cargando…'. */
const loadingTexts: Readonly<Record<string, string | undefined>> = { '/profile': 'Cargando perfil...' }

const mountRoute = ({ path, remote, access }: (typeof mounts)[number] & { readonly access: Access }) => (
  <Route
    key={path}
    path={path}
    element={
      <SessionGuard key={path} access={access} loadingText={loadingTexts[path]}>
        <RemoteRouteView remote={remote} path={path} />
      </SessionGuard>
    }
  />
)

const LOADING = <DelayedLoader />

/** A crash must not affect the next page. */
const shellPage = (key: string, page: ReactNode) => <ShellPage key={key}>{page}</ShellPage>

const parts = { Guard: SessionGuard, View: RemoteView, Page: RemotePage, NotFound: LazyNotFoundPage }

const otherPage = (remotes: AnnouncedRemotes) =>
  shellPage(
    'other',
    hasExternalRemotes(remotes) ? <LazyExternalRemotePages remotes={remotes} {...parts} /> : <LazyNotFoundPage />,
  )

/** Needs a router. */
export function App() {
  const remotes = useStartRegistry()
  return (
    <RemoteHostProvider value={remoteHost}>
      <Frame>
        <Suspense fallback={LOADING}>
          <Routes>
            <Route path={href.home()} element={shellPage('home', <HomePage />)} />
            <Route path={href.palette()} element={shellPage('palette', <PalettePage />)} />
            {mounts.map(mountRoute)}
            <Route path="*" element={remotes ? otherPage(remotes) : LOADING} />
          </Routes>
        </Suspense>
      </Frame>
    </RemoteHostProvider>
  )
}
