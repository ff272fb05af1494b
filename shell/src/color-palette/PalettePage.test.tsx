import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import * as controls from 'shared/controls'
import { MemoryRouter } from 'shared/testing'
import * as ui from 'shared/ui'
import PalettePage, { specimenFamilies } from './PalettePage.tsx'

const mockRendered = new Set<string>()

function mockReporting(path: string) {
  const actual = jest.requireActual<Record<string, unknown>>(path)
  const reporting = (name: string, Component: (props: object) => unknown) => (props: object) => {
    mockRendered.add(name)
    return Component(props)
  }
  return Object.fromEntries(
    Object.entries(actual).map(([name, value]) => [
      name,
      /^[A-Z]/.test(name) && typeof value === 'function' ? reporting(name, value as (props: object) => unknown) : value,
    ]),
  )
}
jest.mock('shared/ui', () => mockReporting('shared/ui'))
jest.mock('shared/controls', () => mockReporting('shared/controls'))

const components = Object.entries({ ...ui, ...controls })
  .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
  .map(([name]) => name)
const specimens = specimenFamilies.flatMap((family) => family.specimens)

const show = () =>
  render(
    <MemoryRouter>
      <PalettePage />
    </MemoryRouter>,
  )

test('every component of shared/ui and shared/controls has exactly one entry', () => {
  expect(components.length).toBeGreaterThan(15)
  expect(specimens.map(({ name }) => name).sort()).toEqual([...components].sort())
})

test.each(specimens)('the example in the entry of $name renders the component itself', ({ name, Example }) => {
  mockRendered.clear()
  const Component: ComponentType = Example
  render(<Component />)
  expect(mockRendered).toContain(name)
})

test('every entry appears in the table of contents and on the page in both themes', () => {
  show()
  const contents = screen.getByRole('navigation', { name: 'En esta página' })
  const links = [...contents.querySelectorAll('a')]
  for (const { name } of specimens) {
    const link = links.find((candidate) => candidate.textContent === name)
    const entry = document.querySelector(link?.getAttribute('href') ?? 'no-link')
    expect(entry?.querySelector('h3')).toHaveTextContent(name)
    expect(entry?.querySelector('[data-theme="light"]')).toHaveAccessibleName('Tema claro')
    expect(entry?.querySelector('[data-theme="dark"]')).toHaveAccessibleName('Tema oscuro')
  }
  for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).toBeInTheDocument()
})

test('the page has one first-level heading', () => {
  const { container } = show()
  expect(container.querySelectorAll('h1:not([aria-level])')).toHaveLength(1)
})

test('the confirmation dialog of the style guide opens and closes', async () => {
  const ConfirmDialogs = specimens.find(({ name }) => name === 'ConfirmDialog')?.Example
  if (!ConfirmDialogs) throw new Error('ConfirmDialog has no entry')
  render(<ConfirmDialogs />)
  await userEvent.click(screen.getByRole('button', { name: 'Eliminar' }))
  const dialog = screen.getByRole('dialog', { name: 'Eliminar documento' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('dialog', { name: 'Eliminar documento' })).not.toBeInTheDocument()
})
