import { act, render, screen } from '@testing-library/react'
import { clearNotifications, notify, removeNotification } from './notifications.ts'
import { Toaster } from './Toaster.tsx'

test('the toasts load with the first notification and show the waiting notifications', async () => {
  render(<Toaster />)
  expect(screen.queryByRole('region', { name: /Notificaciones/ })).toBeNull()
  const gone = notify({ message: 'Ya no', type: 'info' })
  notify({ message: 'Primera', type: 'info' })
  notify({ message: 'Segunda', type: 'error' })
  removeNotification(gone)
  notify({ message: 'Tercera', type: 'info' }, notify({ message: 'Reemplazada', type: 'info' }))
  expect(await screen.findByText('Primera')).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent('Segunda')
  expect(screen.getByText('Tercera')).toBeInTheDocument()
  for (const text of ['Ya no', 'Reemplazada']) expect(screen.queryByText(text)).toBeNull()
  act(() => clearNotifications())
})
