import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Tabs, tabAfterKey } from './Tabs.tsx'

const tabs = [
  { id: 'upload', label: 'Subir' },
  { id: 'list', label: 'Documentos' },
  { id: 'urls', label: 'URLs' },
] as const

const Sections = () => {
  const [selected, setSelected] = useState<(typeof tabs)[number]['id']>('upload')
  return (
    <>
      <button type="button">antes</button>
      <Tabs tabs={tabs} selected={selected} onSelect={setSelected} label="Secciones">
        Panel {selected}
      </Tabs>
    </>
  )
}

test.each([
  ['ArrowRight', 0, 1],
  ['ArrowRight', 2, 0],
  ['ArrowLeft', 0, 2],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['Enter', 1, undefined],
])('%s on tab %i of 3 selects tab %s', (key, index, next) => {
  expect(tabAfterKey(key, index, 3)).toBe(next)
})

test('the tab and its panel refer to each other', () => {
  render(<Sections />)
  expect(screen.getByRole('tablist', { name: 'Secciones' })).toBeInTheDocument()
  const tab = screen.getByRole('tab', { name: 'Subir', selected: true })
  const panel = screen.getByRole('tabpanel', { name: 'Subir' })
  expect(tab).toHaveAttribute('aria-controls', panel.id)
  expect(panel).toHaveTextContent('Panel upload')
})

test('the tabs are one stop for the Tab key, and the arrow keys move and select', async () => {
  render(<Sections />)
  await userEvent.tab()
  await userEvent.tab()
  expect(screen.getByRole('tab', { name: 'Subir' })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Documentos', selected: true })).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(screen.getByRole('tab', { name: 'Subir', selected: true })).toHaveFocus()
  await userEvent.keyboard('{End}')
  expect(screen.getByRole('tabpanel', { name: 'URLs' })).toHaveTextContent('Panel urls')
  await userEvent.tab()
  expect(screen.getByRole('tabpanel')).toHaveFocus()
})

test('a click selects a tab', async () => {
  render(<Sections />)
  await userEvent.click(screen.getByRole('tab', { name: 'Documentos' }))
  expect(screen.getByRole('tabpanel')).toHaveTextContent('Panel list')
})
