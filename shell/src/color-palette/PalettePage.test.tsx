import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'shared/router'
import * as ui from 'shared/ui'
import PalettePage from './PalettePage.tsx'
import { families } from './specimens/index.ts'

const rendered = new Set<string>()

// Every component of shared/ui reports that somebody outside of shared/ui has rendered it.
jest.mock('shared/ui', () => {
  const actual = jest.requireActual<Record<string, unknown>>('shared/ui')
  const reporting = (name: string, Component: (props: object) => unknown) => (props: object) => {
    rendered.add(name)
    return Component(props)
  }
  return Object.fromEntries(
    Object.entries(actual).map(([name, value]) => [
      name,
      /^[A-Z]/.test(name) && typeof value === 'function' ? reporting(name, value as (props: object) => unknown) : value,
    ]),
  )
})

const components = Object.entries(ui)
  .filter(([name, value]) => /^[A-Z]/.test(name) && typeof value === 'function')
  .map(([name]) => name)
const specimens = families.flatMap((family) => family.specimens)

const show = () =>
  render(
    <MemoryRouter>
      <PalettePage />
    </MemoryRouter>,
  )

test('every component of shared/ui has an entry, and no entry is left over', () => {
  expect(components.length).toBeGreaterThan(15)
  expect(specimens.map(({ name }) => name).sort()).toEqual([...components].sort())
})

test.each(specimens)('the entry of $name shows the component itself', ({ name, Example }) => {
  rendered.clear()
  const Component: ComponentType = Example
  render(<Component />)
  expect(rendered).toContain(name)
})

test('every entry stands on the page in both themes, and in its table of contents', () => {
  show()
  const contents = within(screen.getByRole('navigation', { name: 'En esta página' }))
  for (const { name } of specimens) {
    const entry = screen.getByRole('region', { name })
    expect(within(entry).getByRole('group', { name: 'Tema claro' })).toHaveAttribute('data-theme', 'light')
    expect(within(entry).getByRole('group', { name: 'Tema oscuro' })).toHaveAttribute('data-theme', 'dark')
    expect(contents.getByRole('link', { name })).toHaveAttribute('href', `#${entry.id}`)
  }
  for (const link of contents.getAllByRole('link'))
    expect(document.querySelector(link.getAttribute('href') ?? '')).toBeInTheDocument()
})

test('one title of the first level', () => {
  show()
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
})

test('the dialogs of the guide open and close', async () => {
  show()
  const entry = within(screen.getByRole('region', { name: 'ConfirmDialog' }))
  const [remove] = entry.getAllByRole('button', { name: 'Eliminar' })
  await userEvent.click(remove as HTMLElement)
  const dialog = screen.getByRole('dialog', { name: 'Eliminar documento' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancelar' }))
  expect(screen.queryByRole('dialog', { name: 'Eliminar documento' })).not.toBeInTheDocument()
})
