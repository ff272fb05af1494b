import { render, screen, within } from '@testing-library/react'
import { endSession } from 'shared/state'
import { logInBefore, renderSite, reportsMount, startAnonymous } from '../testing.tsx'
import { AddedMountsProvider, useAddedMounts } from './AddedMounts.tsx'

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
    const { asked } = renderSite(path)
    expect(await title(pattern)).toBeVisible()
    expect(document.title).toBe('Reportes del año · Trazo')
    expect(item()).toHaveAttribute('href', '/reportes')
    expect(item()).toHaveAttribute('aria-current', 'page')
    expect(new Set(asked)).toEqual(new Set(['mf_reports']))
  })

  test('its access counts: others are sent to the login, and do not see its item', async () => {
    await startAnonymous()
    const { asked } = renderSite('/reportes')
    expect(await title('/login')).toBeVisible()
    expect(item()).not.toBeInTheDocument()
    expect(asked).not.toContain('mf_reports')
  })

  test.each(['/reportes/2026/enero', '/reportes-ajenos'])('%s is not found: it is none of its pages', async (path) => {
    await logInBefore()
    renderSite(path)
    expect(await title('Página no encontrada')).toBeVisible()
  })

  test('its pages outside of its mounts are never shown', async () => {
    await startAnonymous()
    const { asked } = renderSite('/login')
    expect(await title('/login')).toBeVisible()
    expect(asked).toEqual(['mf_auth'])
  })

  test('a remote that does not load shows the panel, and the rest works', async () => {
    await startAnonymous()
    renderSite('/rota')
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

describe('the mounts of the page', () => {
  const integrity = `sha384-${'A'.repeat(64)}`
  const releases = { '1': { manifest: '/r/mf_reports/1/mf-manifest.json', integrity, shared: '^1.0.0' } }
  const { remote, access, ...mount } = reportsMount
  const registry = {
    version: 1,
    remotes: { [remote]: { active: '1', fallback: null, releases, mounts: [{ ...mount, access: access.kind }] } },
  }
  const Prefixes = () =>
    useAddedMounts()
      ?.map(({ prefix }) => prefix)
      .join() ?? 'aún no'
  const show = () =>
    render(
      <AddedMountsProvider>
        <Prefixes />
      </AddedMountsProvider>,
    )
  const embed = (text: string) => {
    document.head.innerHTML = `<script type="application/json" id="trazo-registry">${text}</script>`
  }
  afterEach(() => {
    document.head.innerHTML = ''
  })

  test('are those of the registry in it, at the first paint', () => {
    embed(JSON.stringify(registry))
    show()
    expect(screen.getByText('/reportes')).toBeVisible()
  })

  test.each(['{', '{"version":2,"remotes":{}}'])('are none if it is unreadable: %s', (text) => {
    embed(text)
    expect(show().container).toHaveTextContent('')
  })

  test('are those that the server sends, if the page has none', async () => {
    globalThis.fetch = jest.fn(
      async () => ({ ok: true, status: 200, text: async () => JSON.stringify(registry) }) as Response,
    )
    show()
    expect(screen.getByText('aún no')).toBeVisible()
    expect(await screen.findByText('/reportes')).toBeVisible()
  })
})
