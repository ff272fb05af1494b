import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'shared/router'
import { MemoryRouter } from 'shared/testing'
import { externalRemotes } from '../testing.tsx'
import { hasExternalRemotes, StartRegistryProvider, useStartRegistry } from './StartRegistry.tsx'

const integrity = `sha384-${'A'.repeat(64)}`
const releases = { '1': { manifest: '/r/mf_reports/1/mf-manifest.json', integrity, shared: '^1.0.0' } }
const registry = {
  version: 1,
  remotes: { mf_reports: { active: '1', fallback: null, releases, mounts: externalRemotes.mf_reports?.mounts } },
}

const Names = () => {
  const remotes = useStartRegistry()
  return <p>{remotes ? `Hay: ${Object.keys(remotes).join()}` : 'Aún no'}</p>
}
const show = (path = '/', reload = jest.fn()) => {
  render(
    <MemoryRouter initialEntries={[path]}>
      <StartRegistryProvider reload={reload}>
        <Names />
        <Link to="/">Inicio</Link>
      </StartRegistryProvider>
    </MemoryRouter>,
  )
  return reload
}
const embed = (text: string) => {
  document.head.innerHTML = `<script type="application/json" id="trazo-registry">${text}</script>`
}
afterEach(() => {
  document.head.innerHTML = ''
})

test('the registry embedded in the page is available at the first paint', () => {
  embed(JSON.stringify(registry))
  show()
  expect(screen.getByText('Hay: mf_reports')).toBeVisible()
})

test.each(['{', '{"version":2,"remotes":{}}'])('an unreadable embedded registry adds no remote: %s', (text) => {
  embed(text)
  show()
  expect(screen.getByText('Hay:')).toBeVisible()
})

const answerWith = (body: object) => {
  globalThis.fetch = jest.fn(
    async () => ({ ok: true, status: 200, text: async () => JSON.stringify(body) }) as Response,
  )
}

test('mounts without a release are enough to announce a remote', () => {
  embed(JSON.stringify({ version: 1, remotes: { mf_reports: { mounts: externalRemotes.mf_reports?.mounts } } }))
  show()
  expect(screen.getByText('Hay: mf_reports')).toBeVisible()
})

describe('a guest’s page', () => {
  const GUEST = '/sign/42/contrato'
  const part = JSON.stringify({ version: 1, remotes: {} })

  test('asks for no other remote, and learns them all when the guest leaves', async () => {
    embed(part)
    answerWith(registry)
    const reload = show(GUEST)
    expect(screen.getByText('Aún no')).toBeVisible()
    expect(fetch).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('link', { name: 'Inicio' }))
    expect(await screen.findByText('Hay: mf_reports')).toBeVisible()
    expect(fetch).toHaveBeenCalledTimes(1)
    expect(reload).not.toHaveBeenCalled()
  })
})

test('a page without an embedded registry waits for the server', async () => {
  answerWith(registry)
  show()
  expect(screen.getByText('Aún no')).toBeVisible()
  expect(await screen.findByText('Hay: mf_reports')).toBeVisible()
})

test('hasExternalRemotes is false for an empty registry and true for a registry with an added remote', () => {
  expect([hasExternalRemotes({}), hasExternalRemotes(registry.remotes)]).toEqual([false, true])
})
