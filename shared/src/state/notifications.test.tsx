import { act, render, screen, waitFor } from '@testing-library/react'
import { clearNotifications, type Notification, notify, removeNotification } from './notifications.ts'
import { Toaster } from './Toaster.tsx'

beforeEach(() => {
  render(<Toaster />)
})

const show = (input: Notification): string => {
  let id = ''
  act(() => {
    id = notify(input)
  })
  return id
}

test('section 2: a notification shows its message; errors are announced at once', async () => {
  show({ message: 'Archivo subido exitosamente', type: 'success' })
  show({ message: 'Error de conexión', type: 'error' })
  expect(await screen.findByText('Archivo subido exitosamente')).toBeInTheDocument()
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de conexión')
})

const toastOf = (message: string) => screen.getByText(message).closest('.Toastify__toast')

test('section 2: a notification is removed by its id, the others stay', async () => {
  const id = show({ message: 'Primera', type: 'info' })
  show({ message: 'Segunda', type: 'info' })
  await screen.findByText('Segunda')
  act(() => removeNotification(id))
  await waitFor(() => expect(toastOf('Primera')).toHaveClass('toast-exit'))
  expect(toastOf('Segunda')).not.toHaveClass('toast-exit')
})

test('section 2: clearing removes them all', async () => {
  show({ message: 'Tercera', type: 'info' })
  await screen.findByText('Tercera')
  act(() => clearNotifications())
  await waitFor(() => expect(toastOf('Tercera')).toHaveClass('toast-exit'))
})

test('section 9: 5000 ms by default; a duration of 0 or less shows no progress bar that would end it', async () => {
  show({ message: 'Pasa', type: 'info' })
  show({ message: 'Queda', type: 'info', duration: 0 })
  const passing = (await screen.findByText('Pasa')).closest('.Toastify__toast')
  const staying = (await screen.findByText('Queda')).closest('.Toastify__toast')
  expect(passing?.querySelector<HTMLElement>('.Toastify__progress-bar--animated')?.style.animationDuration).toBe(
    '5000ms',
  )
  expect(staying?.querySelector('.Toastify__progress-bar--animated')).toBeNull()
})
