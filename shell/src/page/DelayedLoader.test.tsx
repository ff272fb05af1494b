import { act, render, screen } from '@testing-library/react'
import { createRoot } from 'react-dom/client'
import { DelayedLoader } from './DelayedLoader.tsx'

beforeEach(() => jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  document.body.replaceChildren()
})

test('the loader continues what the page shows, at once and in its words', async () => {
  document.body.innerHTML = '<div id="root"><div id="start"><p>Cargando documento…</p></div></div>'
  const place = document.getElementById('root')
  if (!place) throw new Error('no root')
  const root = createRoot(place)
  await act(async () => root.render(<DelayedLoader />))
  expect(document.getElementById('start')).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('Cargando documento…')
  await act(async () => root.unmount())
})

test('a later loader waits, and has its own words', () => {
  render(<DelayedLoader text="Cargando perfil..." />)
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
  act(() => jest.advanceTimersByTime(150))
  expect(screen.getByRole('status')).toHaveTextContent('Cargando perfil...')
})
