import { screen, waitFor, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { externalRemotes, logInBefore, renderSite, startAnonymous } from '../testing.tsx'

const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const item = () => within(screen.getByRole('banner')).queryByRole('link', { name: 'Reportes' })

beforeEach(() => {
  window.scrollTo = jest.fn()
})
afterEach(endSession)

describe('pages of an added remote', () => {
  test.each([
    ['/reportes', '/reportes'],
    ['/reportes/', '/reportes'],
    ['/Reportes/2026', '/reportes/:year'],
  ])('%s shows the page, title and menu item of the added remote', async (path, pattern) => {
    await logInBefore()
    const { asked } = renderSite(path, externalRemotes)
    expect(await title(pattern)).toBeVisible()
    expect(document.title).toBe('Reportes del año · Trazo')
    await waitFor(() => expect(item()).toHaveAttribute('href', '/reportes'))
    expect(item()).toHaveAttribute('aria-current', 'page')
    expect(new Set(asked)).toEqual(new Set(['mf_reports']))
  })

  test('anonymous people are sent to the login and do not see the menu item', async () => {
    await startAnonymous()
    const { asked } = renderSite('/reportes', externalRemotes)
    expect(await title('/login')).toBeVisible()
    expect(item()).not.toBeInTheDocument()
    expect(asked).not.toContain('mf_reports')
  })

  test.each(['/reportes/2026/enero', '/reportes-ajenos'])(
    '%s shows the not-found page because the remote has no such page',
    async (path) => {
      await logInBefore()
      renderSite(path, externalRemotes)
      expect(await title('Página no encontrada')).toBeVisible()
    },
  )

  test('an added remote cannot replace a page of the site and gets no menu item for that page', async () => {
    await startAnonymous()
    const { asked } = renderSite('/register', externalRemotes)
    expect(await title('/register')).toBeVisible()
    expect(screen.getAllByRole('link', { name: 'Registrarse' })).toHaveLength(1)
    expect(asked).toEqual(['mf_auth'])
  })

  test('an unknown address shows the not-found page and its title', async () => {
    await startAnonymous()
    renderSite('/nadie', externalRemotes)
    expect(await title('Página no encontrada')).toBeVisible()
    expect(document.title).toBe('Página no encontrada · Trazo')
  })

  test('the shell does not show a page of an added remote outside its mounts', async () => {
    await startAnonymous()
    const { asked } = renderSite('/login', externalRemotes)
    expect(await title('/login')).toBeVisible()
    expect(asked).toEqual(['mf_auth'])
  })

  test('a remote that does not load shows an error panel, and the header still works', async () => {
    await startAnonymous()
    renderSite('/rota', externalRemotes)
    expect(await screen.findByText('No pudimos cargar esta parte de Trazo')).toBeVisible()
    expect(document.title).toBe('Página rota · Trazo')
    expect(screen.getByRole('link', { name: 'Iniciar sesión' })).toBeVisible()
  })

  test('the shell does not show the not-found page before the registry is loaded', async () => {
    await startAnonymous()
    renderSite('/reportes', null)
    expect(screen.queryByText('Página no encontrada')).not.toBeInTheDocument()
  })
})
