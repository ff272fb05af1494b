import { act, fireEvent, render, screen } from '@testing-library/react'
import { notify, removeNotification } from './notifications.ts'
import { Toaster } from './Toaster.tsx'

let offline = true
jest.mock('./toasts.tsx', () => {
  if (offline) throw new Error('offline')
  return jest.requireActual('./toasts.tsx')
})

test('without the toasts, the newest notification is plain text; the toasts load when the network returns', async () => {
  render(<Toaster />)
  notify({ message: 'Primera', type: 'info' })
  const id = notify({ message: 'Error de conexión. Verifica tu internet', type: 'error' })
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de conexión. Verifica tu internet')
  expect(screen.getByRole('alert')).toHaveStyle({ pointerEvents: 'none' })
  act(() => removeNotification(id))
  expect(screen.getByRole('alert')).toHaveTextContent('Primera')
  offline = false
  fireEvent.online(window)
  expect(await screen.findByRole('region', { name: /Notificaciones/ })).toHaveTextContent('Primera')
  expect(screen.queryByRole('alert')).toBeNull()
})
