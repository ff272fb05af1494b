import { type ComponentType, StrictMode, Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { isSigningPath } from '../contract/index.ts'
import { messageOf } from '../http/index.ts'
import { type RemoteHost, RemoteHostProvider, UnavailableSlot } from '../remote/index.ts'
import { BrowserRouter, Link, Navigate, Route, Routes, useLocation } from '../router/index.ts'
import { logIn } from '../state/account.ts'
import { notify, startSession, startTheme, Toaster, toggleTheme, useSession } from '../state/index.ts'
import { Button, StrokeLoader } from '../ui/index.ts'
import { watchLeaks } from './watch-leaks.tsx'

interface Page {
  readonly path: string
  readonly Component: ComponentType
}

interface AloneOptions {
  /** Includes stubs for other teams' pages. */
  readonly routes: readonly Page[]
  readonly start: string
  readonly demo?: boolean
}

/** Slots show their name; quiet slots are unavailable. */
const host: RemoteHost = {
  Slot: ({ remote, slot, quiet, onUnavailable }) =>
    quiet ? <UnavailableSlot onUnavailable={onUnavailable} /> : <p>{`${remote} · ${slot}`}</p>,
  preload: () => undefined,
}

const DEMO = { username: 'demo', password: 'demo-trazo' }

const hasNoParameters = ({ path }: Page): boolean => !path.includes(':')

function DemoSession() {
  const session = useSession()
  const { pathname } = useLocation()
  const wanted = session.kind === 'anonymous' && !isSigningPath(pathname)
  useEffect(() => {
    if (!wanted) return
    logIn(DEMO).catch((error: unknown) =>
      notify({ type: 'error', message: messageOf(error, 'La API no responde'), duration: 0 }),
    )
  }, [wanted])
  return null
}

function Harness({ routes, start, demo }: AloneOptions) {
  const page = ({ path, Component }: Page) => <Route key={path} path={path} element={<Component />} />
  return (
    <BrowserRouter>
      <RemoteHostProvider value={host}>
        <nav style={{ display: 'flex', gap: '1rem', alignItems: 'center', padding: '1rem' }} aria-label="Pantallas">
          {routes.filter(hasNoParameters).map(({ path }) => (
            <Link key={path} to={path}>
              {path}
            </Link>
          ))}
          <Button size="sm" onClick={toggleTheme}>
            Cambiar tema
          </Button>
        </nav>
        {demo && <DemoSession />}
        <Suspense fallback={<StrokeLoader text="Cargando…" />}>
          <Routes>
            {routes.map(page)}
            <Route path="*" element={<Navigate to={start} replace />} />
          </Routes>
        </Suspense>
        <Toaster />
      </RemoteHostProvider>
    </BrowserRouter>
  )
}

export const foreignPage =
  (name: string): ComponentType =>
  () => <h1>{name}</h1>

export const runAlone = (options: AloneOptions): void => {
  const routes = options.routes.map(({ path, Component }) => ({ path, Component: watchLeaks(path, Component) }))
  startTheme()
  void startSession({ restore: !isSigningPath(window.location.pathname) })
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  createRoot(root).render(
    <StrictMode>
      <Harness {...options} routes={routes} />
    </StrictMode>,
  )
}
