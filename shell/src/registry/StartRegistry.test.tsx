import { render, screen } from '@testing-library/react'
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
const show = () =>
  render(
    <StartRegistryProvider>
      <Names />
    </StartRegistryProvider>,
  )
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

test('a page without an embedded registry waits for the server', async () => {
  globalThis.fetch = jest.fn(
    async () => ({ ok: true, status: 200, text: async () => JSON.stringify(registry) }) as Response,
  )
  show()
  expect(screen.getByText('Aún no')).toBeVisible()
  expect(await screen.findByText('Hay: mf_reports')).toBeVisible()
})

test('hasExternalRemotes is false for an empty registry and true for a registry with an added remote', () => {
  expect([hasExternalRemotes({}), hasExternalRemotes(registry.remotes)]).toEqual([false, true])
})
