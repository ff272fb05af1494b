import { type RenderResult, render } from '@testing-library/react'
import type { Registry, RemoteName, User } from 'shared/contract'
import { REMOTE_BRAND, REMOTE_CONTRACT } from 'shared/contract'
import { type LoadedRemote, RemoteLoadError } from 'shared/host'
import { useNavigate } from 'shared/router'
import { startSession, storageKeys } from 'shared/state'
import { MemoryRouter } from 'shared/testing'
import { App } from './App.tsx'
import { StartRegistryContext } from './registry/StartRegistry.tsx'
import type { RemoteLoader } from './remotes/load-remote-app.ts'
import { RemoteLoaderContext } from './remotes/use-remote-app.ts'

export const anaUser: User = {
  id: 7,
  username: 'ana.mora',
  first_name: 'Ana',
  last_name: 'Mora',
  email: 'ana@example.cr',
  phone: '+506 8888 8888',
  profile: { country: 'Costa Rica', city: 'San José', company: '' },
}

const answerProfile = (user: User) => {
  globalThis.fetch = jest.fn(async (url: RequestInfo | URL) => {
    const found = String(url).endsWith('/api/auth/profile/complete/')
    return {
      ok: found,
      status: found ? 200 : 404,
      headers: new Headers(),
      text: async () => JSON.stringify(user),
    } as Response
  })
}

export const logInBefore = async (user: User = anaUser): Promise<void> => {
  answerProfile(user)
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 3600, scope: '' }
  localStorage.setItem(storageKeys.tokens, JSON.stringify({ ...tokens, created_at: Math.floor(Date.now() / 1000) }))
  localStorage.setItem(storageKeys.user, JSON.stringify(user))
  await startSession({ restore: true })
}

export const startAnonymous = async (): Promise<void> => {
  localStorage.clear()
  await startSession({ restore: true })
}

const remoteOf = (name: LoadedRemote['name'], paths: readonly string[]): LoadedRemote => ({
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name,
  routes: paths.map((path) => ({ path, Component: () => <h1>{path}</h1> })),
  slots: {},
})

const remotes: Readonly<Record<RemoteName, LoadedRemote>> = {
  mf_auth: remoteOf('mf_auth', ['/login', '/register', '/forgot-password', '/reset-password', '/profile']),
  mf_documents: remoteOf('mf_documents', ['/dashboard']),
  mf_signing: remoteOf('mf_signing', [
    '/document',
    '/sign/:documentId/:documentName',
    '/sign/field/:documentId/:documentName/:fieldId',
  ]),
  mf_reports: remoteOf('mf_reports', ['/reportes', '/reportes/:year', '/login', '/reportes-ajenos']),
}

function BrowserButtons() {
  const navigate = useNavigate()
  return (
    <>
      <button type="button" onClick={() => navigate(-1)}>
        Botón atrás
      </button>
      <button type="button" onClick={() => navigate('/sign/42/contrato')}>
        Enlace a la firma
      </button>
    </>
  )
}

const entryWith = (...mounts: readonly object[]) => ({ active: '1', fallback: null, releases: {}, mounts })

/** The release of mf_broken is not in `remotes`. */
export const externalRemotes: Registry['remotes'] = {
  mf_reports: entryWith({ prefix: '/reportes', access: 'session', title: 'Reportes del año', menu: 'Reportes' }),
  mf_broken: entryWith({ prefix: '/rota', access: 'everyone', title: 'Página rota' }),
  mf_evil: entryWith({ prefix: '/register', access: 'everyone', title: 'Registrarse', menu: 'Registrarse' }),
}

/** @param known null: the registry is loading */
export const renderSite = (
  path: string,
  known: Registry['remotes'] | null = {},
): RenderResult & { readonly asked: readonly string[] } => {
  const asked: string[] = []
  const loader: RemoteLoader = {
    load: async (name) => {
      asked.push(name)
      const app = remotes[name]
      if (!app) throw new RemoteLoadError(name, [])
      return app
    },
    loaded: () => undefined,
    running: () => undefined,
    mounted: () => undefined,
    crashed: () => undefined,
  }
  const view = render(
    <MemoryRouter initialEntries={[path]}>
      <RemoteLoaderContext value={loader}>
        <StartRegistryContext value={known ?? undefined}>
          <App />
        </StartRegistryContext>
      </RemoteLoaderContext>
      <BrowserButtons />
    </MemoryRouter>,
  )
  return { ...view, asked }
}
