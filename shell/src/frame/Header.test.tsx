import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { currentSession, endSession, setTheme, storageKeys } from 'shared/state'
import { renderInShell } from 'shared/testing'
import { anaUser, logInBefore, startAnonymous } from '../testing.tsx'
import { Header } from './Header.tsx'

const links = () =>
  within(screen.getByRole('banner'))
    .getAllByRole('link')
    .map((link) => `${link.textContent || link.getAttribute('aria-label')} → ${link.getAttribute('href')}`)

const logo = 'Trazo, ir al inicio → /'

afterEach(endSession)

describe('1, section 2: header', () => {
  test.each(['/', '/login', '/sign/42/contrato'])(
    '%s: the header shows logo, Inicio, theme toggle and hamburger menu',
    async (path) => {
      await startAnonymous()
      renderInShell(<Header />, { path })
      expect(screen.getByRole('img', { name: 'Trazo' })).toBeInTheDocument()
      expect(screen.getByRole('link', { name: 'Inicio' })).toHaveAttribute('href', '/')
      expect(screen.getByRole('button', { name: /^Cambiar al tema/ })).toBeInTheDocument()
      expect(screen.getByRole('button', { name: 'Menú' })).toHaveAttribute('popovertarget', 'menu-principal')
    },
  )

  test('the header shows login and register links when anonymous, and no Dashboard link', async () => {
    await startAnonymous()
    renderInShell(<Header />)
    expect(links()).toEqual([logo, 'Inicio → /', 'Iniciar sesión → /login', 'Registrarse → /register'])
    expect(screen.queryByRole('button', { name: 'Cerrar Sesión' })).not.toBeInTheDocument()
  })

  test('with a session, the header shows Dashboard and a user menu with name, e-mail, profile and log-out', async () => {
    await logInBefore()
    renderInShell(<Header />)
    expect(links().slice(1)).toEqual([
      'Inicio → /',
      'Dashboard → /dashboard',
      'Dashboard → /dashboard',
      'Mi Perfil → /profile',
    ])
    expect(screen.getAllByText('Ana')).not.toHaveLength(0)
    expect(screen.getByText('ana@example.cr')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Cerrar Sesión' })).toBeInTheDocument()
  })

  test.each([
    [{ first_name: 'Ana', username: 'ana.mora' }, 'Ana'],
    [{ first_name: '', username: 'ana.mora' }, 'ana.mora'],
    [{ first_name: '', username: '' }, 'Usuario'],
  ])('the header shows the display name (first name, else username, else Usuario): %j is %s', async (names, shown) => {
    await logInBefore({ ...anaUser, ...names })
    renderInShell(<Header />)
    expect(screen.getAllByText(shown)).not.toHaveLength(0)
  })

  test.each(['/sign/42/contrato', '/sign/field/42/contrato/7'])(
    '%s: the header hides the account links, and Inicio logs the user out and goes to /',
    async (path) => {
      await logInBefore()
      renderInShell(<Header />, { path })
      expect(links()).toEqual(['Inicio → /'])
      expect(screen.queryByText('Ana')).not.toBeInTheDocument()

      await userEvent.click(screen.getByRole('link', { name: 'Inicio' }))
      expect(currentSession().kind).toBe('anonymous')
      expect(localStorage.getItem(storageKeys.tokens)).toBeNull()
      expect(screen.getByRole('link', { name: 'Registrarse' })).toBeInTheDocument()
    },
  )

  test('Inicio keeps the session on a page other than a signing page', async () => {
    await logInBefore()
    renderInShell(<Header />, { path: '/dashboard' })
    await userEvent.click(screen.getByRole('link', { name: 'Inicio' }))
    expect(currentSession().kind).toBe('authenticated')
  })

  test('the theme toggle names the next theme and changes to that theme', async () => {
    setTheme('light')
    renderInShell(<Header />)
    await userEvent.click(screen.getByRole('button', { name: 'Cambiar al tema oscuro' }))
    expect(document.documentElement).toHaveAttribute('data-theme', 'dark')
    expect(localStorage.getItem(storageKeys.theme)).toBe('dark')
    await userEvent.click(screen.getByRole('button', { name: 'Cambiar al tema claro' }))
    expect(document.documentElement).not.toHaveAttribute('data-theme')
  })

  test('the two menus of the header are native popovers', async () => {
    await logInBefore()
    const { container } = renderInShell(<Header />)
    for (const button of container.querySelectorAll('[popovertarget]'))
      expect(document.getElementById(button.getAttribute('popovertarget') ?? '')).toHaveAttribute('popover', 'auto')
    expect(container.querySelectorAll('[popovertarget]')).toHaveLength(2)
  })
})
