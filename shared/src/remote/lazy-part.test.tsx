import { act, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { lazyPart, retryFailedParts } from './lazy-part.tsx'

beforeEach(() => void fireEvent.offline(window))

const chunk = () => {
  const state = { arrives: true, loads: 0 }
  const load = async () => {
    state.loads += 1
    if (!state.arrives) throw new Error('offline')
    return { default: ({ name }: { name: string }) => <p>Hola, {name}</p> }
  }
  const Part = lazyPart(load, () => (
    <button type="button" onClick={retryFailedParts}>
      Reintentar
    </button>
  ))
  const show = (name = 'Ana') =>
    render(
      <Suspense fallback="Cargando…">
        <Part name={name} />
      </Suspense>,
    )
  return { state, show }
}

test('a lazy part loads once and passes its props on', async () => {
  const { state, show } = chunk()
  const { unmount } = await act(async () => show())
  expect(screen.getByText('Hola, Ana')).toBeVisible()
  unmount()
  await act(async () => show('Eva'))
  expect(screen.getByText('Hola, Eva')).toBeVisible()
  expect(state.loads).toBe(1)
})

test('a failed part shows its replacement, and a retry loads the part', async () => {
  const { state, show } = chunk()
  const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
  state.arrives = false
  await act(async () => show())
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await act(async () => void retry())
  expect(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  state.arrives = true
  await act(async () => void retry())
  expect(screen.getByText('Hola, Ana')).toBeVisible()
  expect(state.loads).toBe(3)
  await act(async () => void fireEvent.online(window))
  expect(state.loads).toBe(3)
})

test('a failed part loads again when the network returns, also if connections work only later', async () => {
  const { state, show } = chunk()
  state.arrives = false
  await act(async () => show())
  await act(async () => void fireEvent.online(window))
  expect(state.loads).toBe(2)
  state.arrives = true
  expect(await screen.findByText('Hola, Ana')).toBeVisible()
  expect(state.loads).toBe(3)
})
