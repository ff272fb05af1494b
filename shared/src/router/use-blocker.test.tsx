import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BrowserRouter, Link, Route, Routes, useBlocker, useNavigate } from './index.ts'

function Form({ blocking }: { blocking: boolean }) {
  const blocker = useBlocker(blocking)
  const navigate = useNavigate()
  const close = () => {
    blocker.pass()
    void navigate(-1)
  }
  return (
    <>
      <h1>Formulario</h1>
      <button type="button" onClick={close}>
        Cerrar
      </button>
      {blocker.stopped && (
        <>
          <button type="button" onClick={blocker.stopped.proceed}>
            Salir
          </button>
          <button type="button" onClick={blocker.stopped.stay}>
            Quedarme
          </button>
        </>
      )}
    </>
  )
}

const site = (blocking: boolean) => (
  <BrowserRouter>
    <Link to="/lista">Lista</Link>
    <Link to="/formulario">Formulario nuevo</Link>
    <Routes>
      <Route path="/formulario" element={<Form blocking={blocking} />} />
      <Route path="*" element={<h1>Lista</h1>} />
    </Routes>
  </BrowserRouter>
)

const open = async (blocking: boolean) => {
  const user = userEvent.setup()
  const view = render(site(blocking))
  await user.click(screen.getByRole('link', { name: 'Lista' }))
  await user.click(screen.getByRole('link', { name: 'Formulario nuevo' }))
  return { user, rerender: (next: boolean) => view.rerender(site(next)) }
}
const go = (steps: number) => act(() => window.history.go(steps))
const title = (name: string) => screen.findByRole('heading', { name })
const asked = () => screen.findByRole('button', { name: 'Salir' })

test('Back leaves the page when nothing is unsaved', async () => {
  await open(false)
  go(-1)
  await title('Lista')
})

test('Back keeps the page and shows a question, and a confirmation leaves the page', async () => {
  const { user } = await open(true)
  go(-1)
  await user.click(await asked())
  await title('Lista')
  expect(window.location.pathname).toBe('/lista')
})

test('after the user stays, the next Back shows the question again', async () => {
  const { user } = await open(true)
  go(-1)
  await asked()
  expect(window.location.pathname).toBe('/formulario')
  await user.click(screen.getByRole('button', { name: 'Quedarme' }))
  expect(screen.queryByRole('button', { name: 'Salir' })).toBeNull()
  go(-1)
  await asked()
  await title('Formulario')
})

test('two presses of Back in a row show one question', async () => {
  const { user } = await open(true)
  act(() => {
    window.history.go(-1)
    window.history.go(-1)
  })
  await user.click(await asked())
  await title('Lista')
})

test('the screen itself may leave without a question', async () => {
  const { user } = await open(true)
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  await title('Lista')
})

test('the question disappears after saving, and Back then leaves the page', async () => {
  const { rerender } = await open(true)
  go(-1)
  await asked()
  rerender(false)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Salir' })).toBeNull())
  go(-1)
  await title('Lista')
})

test('the browser shows its own question when the user leaves the site with unsaved input', async () => {
  const { rerender } = await open(true)
  const leave = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(leave()).toBe(true)
  rerender(false)
  expect(leave()).toBe(false)
})
