import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { href } from 'shared/contract'
import { type RemoteHost, RemoteHostProvider } from 'shared/remote'
import { BrowserRouter, Link, Navigate, Route, Routes } from 'shared/router'
import { startSession, startTheme, Toaster, toggleTheme } from 'shared/state'
import { Button, PageTitle } from 'shared/ui'
import app from './app.tsx'

/** In place of the shell: this remote's screens alone, and the names of what others would show. */
const host: RemoteHost = {
  Slot: ({ remote, slot }) => <p>{`${remote} · ${slot}`}</p>,
  preload: () => undefined,
}

function Harness() {
  return (
    <BrowserRouter>
      <RemoteHostProvider value={host}>
        <nav style={{ display: 'flex', gap: '1rem', alignItems: 'center', padding: '1rem' }}>
          {app.routes.map(({ path }) => (
            <Link key={path} to={path}>
              {path}
            </Link>
          ))}
          <Button size="sm" onClick={toggleTheme}>
            Cambiar tema
          </Button>
        </nav>
        <Routes>
          {app.routes.map(({ path, Component }) => (
            <Route key={path} path={path} element={<Component />} />
          ))}
          <Route path={href.dashboard()} element={<PageTitle>mf_documents · /dashboard</PageTitle>} />
          <Route path="*" element={<Navigate to={href.login()} replace />} />
        </Routes>
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
