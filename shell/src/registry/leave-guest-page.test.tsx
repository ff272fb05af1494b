import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'shared/router'
import { MemoryRouter } from 'shared/testing'
import { StartRegistryProvider } from './StartRegistry.tsx'

const at = (manifest: string) => ({ manifest, integrity: `sha384-${'A'.repeat(64)}`, shared: '^1.0.0' })

test('a guest who leaves for a site with releases on other origins gets a page whose policy admits them', async () => {
  const releases = { '1': at('https://cdn.example/equipo/1/mf-manifest.json') }
  const registry = { version: 1, remotes: { mf_reports: { active: '1', fallback: null, releases } } }
  globalThis.fetch = jest.fn(
    async () => ({ ok: true, status: 200, text: async () => JSON.stringify(registry) }) as Response,
  )
  const reload = jest.fn()
  render(
    <MemoryRouter initialEntries={['/sign/42/contrato']}>
      <StartRegistryProvider reload={reload}>
        <Link to="/">Inicio</Link>
      </StartRegistryProvider>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Inicio' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
