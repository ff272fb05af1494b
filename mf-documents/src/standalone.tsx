import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { href } from 'shared/contract'
import { messageOf } from 'shared/http'
import { type RemoteHost, RemoteHostProvider } from 'shared/remote'
import { BrowserRouter, Navigate, Route, Routes } from 'shared/router'
import { logIn, notify, startSession, startTheme, Toaster, toggleTheme, useSession } from 'shared/state'
import { Button } from 'shared/ui'
import app from './app.tsx'

/** In place of the shell: this remote's screens alone, and the names of what others would show. */
const host: RemoteHost = {
  Slot: ({ remote, slot }) => <p>{`${remote} · ${slot}`}</p>,
  preload: () => undefined,
}

/** The demonstration account of a fresh API. */
const demo = { username: 'demo', password: 'demo-trazo' }

const enterDemo = () =>
  logIn(demo).catch((error: unknown) =>
    notify({ type: 'error', message: messageOf(error, 'La API no responde'), duration: 0 }),
  )

function Screens() {
  const session = useSession()
  useEffect(() => {
    if (session.kind === 'anonymous') void enterDemo()
  }, [session.kind])
  return (
    <Routes>
      {app.routes.map(({ path, Component }) => (
        <Route key={path} path={path} element={<Component />} />
      ))}
      <Route path="*" element={<Navigate to={href.dashboard()} replace />} />
    </Routes>
  )
}

function Harness() {
  return (
    <BrowserRouter>
      <RemoteHostProvider value={host}>
        <nav style={{ padding: '1rem' }}>
          <Button size="sm" onClick={toggleTheme}>
            Cambiar tema
          </Button>
        </nav>
        <Screens />
        <Toaster />
      </RemoteHostProvider>
    </BrowserRouter>
  )
}

startTheme()
void startSession({ restore: true })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Harness />
    </StrictMode>,
  )
}
