import type { FormEvent } from 'react'
import { StrictMode, Suspense, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { UserFile } from 'shared/contract'
import { href, isSigningPath } from 'shared/contract'
import { filesApi, messageOf, REQUEST_FALLBACK } from 'shared/http'
import { type RemoteHost, RemoteHostProvider } from 'shared/remote'
import { BrowserRouter, Route, Routes } from 'shared/router'
import { logIn, notify, startSession, startTheme, Toaster, toggleTheme, useSession } from 'shared/state'
import { Button, PageTitle, PasswordField, StrokeLoader, Tabs, TextField } from 'shared/ui'
import app from './app.tsx'

/** In place of the shell: this remote's screens alone, and the names of what others would show. */
const host: RemoteHost = {
  Slot: ({ remote, slot }) => <p>{`${remote} · ${slot}`}</p>,
  preload: () => undefined,
}

const { 'document-editor': DocumentEditor, 'url-generator': UrlGenerator } = app.slots
const tabs = [
  { id: 'files', label: 'document-editor' },
  { id: 'urls', label: 'url-generator' },
] as const

function Login() {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await logIn({ username: String(form.get('username')), password: String(form.get('password')) })
    } catch (error) {
      notify({ type: 'error', message: messageOf(error, REQUEST_FALLBACK) })
    }
  }
  return (
    <form style={{ display: 'grid', gap: '1rem', maxInlineSize: '20rem' }} onSubmit={submit}>
      <TextField label="Usuario" name="username" defaultValue="demo" />
      <PasswordField label="Contraseña" name="password" autoComplete="current-password" />
      <Button type="submit" variant="primary">
        Iniciar sesión
      </Button>
    </form>
  )
}

function Files() {
  const [files, setFiles] = useState<readonly UserFile[]>([])
  const [open, setOpen] = useState<UserFile>()
  useEffect(() => {
    filesApi
      .list()
      .then(setFiles, (error: unknown) => notify({ type: 'error', message: messageOf(error, REQUEST_FALLBACK) }))
  }, [])
  return (
    <ul>
      {files.map((file) => (
        <li key={file.id}>
          <Button variant="ghost" onClick={() => setOpen(file)}>
            {file.original_filename}
          </Button>
        </li>
      ))}
      {open && <DocumentEditor file={open} onClose={() => setOpen(undefined)} onChanged={() => undefined} />}
    </ul>
  )
}

function Home() {
  const session = useSession()
  const [tab, setTab] = useState<(typeof tabs)[number]['id']>('files')
  return (
    <main style={{ display: 'grid', gap: '1.5rem', maxInlineSize: '60rem', margin: 'auto', padding: '2rem 1rem' }}>
      <PageTitle actions={<Button onClick={toggleTheme}>Cambiar tema</Button>}>mf-signing</PageTitle>
      {session.kind === 'anonymous' && <Login />}
      {session.kind === 'authenticated' && (
        <Tabs label="Pantallas" tabs={tabs} selected={tab} onSelect={setTab}>
          {tab === 'files' ? <Files /> : <UrlGenerator />}
        </Tabs>
      )}
    </main>
  )
}

function Harness() {
  return (
    <BrowserRouter>
      <RemoteHostProvider value={host}>
        <Suspense fallback={<StrokeLoader text="Cargando…" />}>
          <Routes>
            {app.routes.map(({ path, Component }) => (
              <Route key={path} path={path} element={<Component />} />
            ))}
            <Route path={href.home()} element={<Home />} />
          </Routes>
        </Suspense>
        <Toaster />
      </RemoteHostProvider>
    </BrowserRouter>
  )
}

startTheme()
void startSession({ restore: !isSigningPath(window.location.pathname) })
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Harness />
    </StrictMode>,
  )
}
