import { screen, waitFor, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { addedRemotes, logInBefore, renderSite, startAnonymous } from '../testing.tsx'

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const item = () => within(screen.getByRole('banner')).queryByRole('link', { name: 'Reportes' })

beforeEach(() => {
  window.scrollTo = jest.fn()
})
afterEach(endSession)

describe('issue 21: pages of an added remote', () => {
  test.each([
    ['/reportes', '/reportes'],
    ['/reportes/', '/reportes'],
    ['/Reportes/2026', '/reportes/:year'],
  ])('%s shows its page, title and menu item', async (path, pattern) => {
    await logInBefore()
    const { asked } = renderSite(path, addedRemotes)
    expect(await title(pattern)).toBeVisible()
    expect(document.title).toBe('Reportes del año · Trazo')
    await waitFor(() => expect(item()).toHaveAttribute('href', '/reportes'))
    expect(item()).toHaveAttribute('aria-current', 'page')
    expect(new Set(asked)).toEqual(new Set(['mf_reports']))
  })

  test('its access counts: others are sent to the login, and do not see its item', async () => {
    await startAnonymous()
    const { asked } = renderSite('/reportes', addedRemotes)
    expect(await title('/login')).toBeVisible()
    expect(item()).not.toBeInTheDocument()
    expect(asked).not.toContain('mf_reports')
  })

  test.each(['/reportes/2026/enero', '/reportes-ajenos'])('%s is not found: it is none of its pages', async (path) => {
    await logInBefore()
    renderSite(path, addedRemotes)
    expect(await title('Página no encontrada')).toBeVisible()
  })

  test('an entry that takes a page of the site has none, and no item', async () => {
    await startAnonymous()
    const { asked } = renderSite('/register', addedRemotes)
    expect(await title('/register')).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'Registrarse' })).toHaveLength(1)
    expect(asked).toEqual(['mf_auth'])
  })

  test('an unknown address is not found, and titled so', async () => {
    await startAnonymous()
    renderSite('/nadie', addedRemotes)
    expect(await title('Página no encontrada')).toBeVisible()
    expect(document.title).toBe('Página no encontrada · Trazo')
  })

  test('its pages outside of its mounts are never shown', async () => {
    await startAnonymous()
    const { asked } = renderSite('/login', addedRemotes)
    expect(await title('/login')).toBeVisible()
    expect(asked).toEqual(['mf_auth'])
  })

  test('a remote that does not load shows the panel, and the rest works', async () => {
    await startAnonymous()
    renderSite('/rota', addedRemotes)
    expect(await screen.findByText('No pudimos cargar esta parte de Trazo')).toBeVisible()
    expect(document.title).toBe('Página rota · Trazo')
    expect(screen.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
  })

  test('an address is not called unknown before the registry is here', async () => {
    await startAnonymous()
    renderSite('/reportes', null)
    expect(screen.queryByText('Página no encontrada')).not.toBeInTheDocument()
  })
})
