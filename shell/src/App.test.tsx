import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentSession, startSession, storageKeys } from 'shared/state'
import { anaUser, logInBefore, renderSite, startAnonymous } from './testing.tsx'

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

beforeEach(() => {
  window.scrollTo = jest.fn()
})

describe('1, section 2: pages for everyone', () => {
  beforeEach(startAnonymous)

  test.each([
    ['/login', 'mf_auth', '/login'],
    ['/register', 'mf_auth', '/register'],
    ['/forgot-password', 'mf_auth', '/forgot-password'],
    ['/reset-password?email=a@b.cr', 'mf_auth', '/reset-password'],
    ['/document', 'mf_signing', '/document'],
    ['/sign/42/contrato', 'mf_signing', '/sign/:documentId/:documentName'],
    ['/sign/field/42/contrato/7', 'mf_signing', '/sign/field/:documentId/:documentName/:fieldId'],
  ])('%s shows a page of %s and loads no other remote', async (path, remote, pattern) => {
    const { asked } = renderSite(path)
    expect(await title(pattern)).toBeVisible()
    expect(new Set(asked)).toEqual(new Set([remote]))
  })

  test.each(['/dashboard', '/profile'])('%s redirects anonymous people to the login', async (path) => {
    renderSite(path)
    expect(await title('/login')).toBeVisible()
  })

  test.each(['/no-existe', '/sign/42', '/dashboard/x'])(
    '%s shows the not-found page and loads no remote',
    async (path) => {
      const { asked } = renderSite(path)
      expect(await title('Página no encontrada')).toBeVisible()
      expect(screen.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
      expect(asked).toEqual([])
    },
  )

  test('the home page loads no remote', async () => {
    const { asked } = renderSite('/')
    await screen.findByRole('heading', { level: 1 })
    expect(asked).toEqual([])
  })
})

describe('1, section 2: pages with a session', () => {
  beforeEach(() => logInBefore())

  test.each([
    ['/dashboard', '/dashboard'],
    ['/profile', '/profile'],
    ['/login', '/dashboard'],
  ])('with a session, %s shows the page %s', async (path, pattern) => {
    renderSite(path)
    expect(await title(pattern)).toBeVisible()
  })

  test.each(['/register', '/forgot-password', '/reset-password'])(
    'with a session, %s redirects to the home page',
    async (path) => {
      const { asked } = renderSite(path)
      expect(await title('Un trazo, y queda firmado.')).toBeVisible()
      expect(asked).toEqual([])
    },
  )

  test('logging out on the dashboard leads to the login', async () => {
    renderSite('/dashboard')
    await title('/dashboard')
    await userEvent.click(screen.getByRole('button', { name: 'Cerrar Sesión' }))
    expect(await title('/login')).toBeVisible()
    expect(localStorage.getItem(storageKeys.tokens)).toBeNull()
  })
})

test("section 2: the profile shows 'Cargando perfil...' while its session is restored", async () => {
  await logInBefore()
  const tokens = JSON.parse(localStorage.getItem(storageKeys.tokens) ?? '{}')
  localStorage.setItem(storageKeys.tokens, JSON.stringify({ ...tokens, created_at: 0 }))
  const refresh = Promise.withResolvers<never>()
  globalThis.fetch = jest.fn(() => refresh.promise)
  const started = startSession({ restore: true })
  renderSite('/profile')
  expect(await screen.findByText('Cargando perfil...')).toBeVisible()
  refresh.reject(new TypeError('failed to fetch'))
  await act(() => started)
  expect(await title('/profile')).toBeVisible()
})

test('a page restarts when the storage holds the session of another user', async () => {
  await logInBefore()
  renderSite('/dashboard')
  const shown = await title('/dashboard')
  // The tab slept: storage already holds the next session.
  localStorage.setItem(storageKeys.user, JSON.stringify({ ...anaUser, id: 8, username: 'luis' }))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.user })))
  await waitFor(() => expect(shown).not.toBeInTheDocument())
  expect(await title('/dashboard')).toBeVisible()
})

describe('1, section 4: signing pages and the session', () => {
  beforeEach(() => logInBefore())

  test('going back to a signing page clears the session', async () => {
    renderSite('/sign/42/contrato')
    await userEvent.click(await screen.findByRole('link', { name: 'Inicio' }))
    await act(() => logInBefore())
    await userEvent.click(screen.getByRole('button', { name: 'Botón atrás' }))
    await title('/sign/:documentId/:documentName')
    expect(currentSession().kind).toBe('anonymous')
    expect(localStorage.getItem(storageKeys.tokens)).toBeNull()
  })

  test('opening a signing page directly or through a link keeps the session', async () => {
    renderSite('/sign/field/42/contrato/7')
    await title('/sign/field/:documentId/:documentName/:fieldId')
    expect(currentSession().kind).toBe('authenticated')
    await userEvent.click(screen.getByRole('button', { name: 'Enlace a la firma' }))
    await title('/sign/:documentId/:documentName')
    expect(currentSession().kind).toBe('authenticated')
  })

  test('going back to a page other than a signing page keeps the session', async () => {
    renderSite('/dashboard')
    await title('/dashboard')
    await userEvent.click(screen.getByRole('button', { name: 'Enlace a la firma' }))
    await title('/sign/:documentId/:documentName')
    await userEvent.click(screen.getByRole('button', { name: 'Botón atrás' }))
    expect(await title('/dashboard')).toBeVisible()
    expect(currentSession().kind).toBe('authenticated')
  })
})

describe('navigation to a page', () => {
  beforeEach(startAnonymous)

  test('the page sets the title of the tab, scrolls to its start, and focuses its heading', async () => {
    renderSite('/no-existe')
    await title('Página no encontrada')
    expect(document.title).toBe('Página no encontrada · Trazo')
    expect(document.body).toHaveFocus()

    await userEvent.click(screen.getByRole('link', { name: 'Iniciar sesión' }))
    const heading = await title('/login')
    await waitFor(() => expect(heading).toHaveFocus())
    expect(document.title).toBe('Iniciar sesión · Trazo')
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
  })

  test('the skip link moves the focus past the header to the main content', async () => {
    renderSite('/no-existe')
    await title('Página no encontrada')
    await userEvent.tab()
    expect(screen.getByRole('link', { name: 'Saltar al contenido' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('main')).toHaveFocus()
  })
})
