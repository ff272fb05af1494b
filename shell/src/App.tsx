import type { ReactNode } from 'react'
import { Suspense } from 'react'
import type { Access } from 'shared/contract'
import { href, mounts } from 'shared/contract'
import { lazyPart, RemoteHostProvider } from 'shared/remote'
import { Route, Routes } from 'shared/router'
import { Frame } from './frame/Frame.tsx'
import { LazyNotFoundPage } from './not-found/LazyNotFoundPage.tsx'
import { DelayedLoader } from './page/DelayedLoader.tsx'
import { RemoteRoute } from './remotes/RemoteRoute.tsx'
import { remoteHost } from './remotes/RemoteSlot.tsx'
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
        <RemoteRoute remote={remote} path={path} />
      </SessionGuard>
    }
  />
)

/** A crash must not affect the next page. */
const shellPage = (key: string, page: ReactNode) => <ShellPage key={key}>{page}</ShellPage>

/** Needs a router. */
export function App() {
  return (
    <RemoteHostProvider value={remoteHost}>
      <Frame>
        <Suspense fallback={<DelayedLoader text="Cargando…" />}>
          <Routes>
            <Route path={href.home()} element={shellPage('home', <HomePage />)} />
            <Route path={href.palette()} element={shellPage('palette', <PalettePage />)} />
            {mounts.map(mountRoute)}
            <Route path="*" element={shellPage('not-found', <LazyNotFoundPage />)} />
          </Routes>
        </Suspense>
      </Frame>
    </RemoteHostProvider>
  )
}
