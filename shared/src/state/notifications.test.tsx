import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { Notification } from './notification.ts'
import { clearNotifications, notify, provideToasts, removeNotification } from './notifications.ts'
import { Toaster } from './Toaster.tsx'
import * as toasts from './toasts.tsx'

provideToasts(toasts)

beforeEach(() => {
  render(<Toaster />)
})
afterEach(() => act(() => clearNotifications()))

const show = (input: Notification, replaced?: string): string => {
  let id = ''
  act(() => {
    id = notify(input, replaced)
  })
  return id
}

test('section 2: a notification shows its message, and an error has the role alert', async () => {
  show({ message: 'Archivo subido exitosamente', type: 'success' })
  show({ message: 'Error de conexión', type: 'error' })
  expect(await screen.findByText('Archivo subido exitosamente')).toBeInTheDocument()
  expect(await screen.findByRole('alert')).toHaveTextContent('Error de conexión')
})

const toastOf = (message: string) => screen.getByText(message).closest('.Toastify__toast')

test('section 2: a notification is removed by its id, and the others stay', async () => {
  const id = show({ message: 'Primera', type: 'info' })
  show({ message: 'Segunda', type: 'info' })
  await screen.findByText('Segunda')
  act(() => removeNotification(id))
  await waitFor(() => expect(toastOf('Primera')).toHaveClass('toast-exit'))
  expect(toastOf('Segunda')).not.toHaveClass('toast-exit')
})

test('section 2: clearing removes an open notification', async () => {
  show({ message: 'Tercera', type: 'info' })
  await screen.findByText('Tercera')
  act(() => clearNotifications())
  await waitFor(() => expect(toastOf('Tercera')).toHaveClass('toast-exit'))
})

const timerOf = (message: string) => toastOf(message)?.querySelector<HTMLElement>('.toast-timer') ?? null

test('section 9: a notification lasts 5000 ms by default, and a duration of 0 or less has no timer', async () => {
  show({ message: 'Pasa', type: 'info' })
  show({ message: 'Pasa pronto', type: 'info', duration: 800 })
  show({ message: 'Queda', type: 'info', duration: 0 })
  show({ message: 'Queda también', type: 'info', duration: -1 })
  await screen.findByText('Queda también')
  expect(timerOf('Pasa')).toHaveStyle({ animationDuration: '5000ms' })
  expect(timerOf('Pasa pronto')).toHaveStyle({ animationDuration: '800ms' })
  expect(timerOf('Queda')).toBeNull()
  expect(timerOf('Queda también')).toBeNull()
})

test('section 2: a notification fades out when its time is over', async () => {
  show({ message: 'Se va', type: 'info' })
  await screen.findByText('Se va')
  const timer = timerOf('Se va')
  if (!timer) throw new Error('there is no timer')
  fireEvent.animationEnd(timer)
  await waitFor(() => expect(toastOf('Se va')).toHaveClass('toast-exit'))
})

test('a button with a Spanish label closes a notification', async () => {
  show({ message: 'Ciérrame', type: 'info' })
  await screen.findByText('Ciérrame')
  const toast = toastOf('Ciérrame')
  if (!(toast instanceof HTMLElement)) throw new Error('there is no toast')
  fireEvent.click(within(toast).getByRole('button', { name: 'Cerrar notificación' }))
  await waitFor(() => expect(toast).toHaveClass('toast-exit'))
})

test.each([
  ['success', 'group'],
  ['info', 'group'],
  ['warning', 'alert'],
  ['error', 'alert'],
] as const)('%s is announced once: in the polite region as a %s, and its timer is hidden', async (type, role) => {
  show({ message: `Aviso ${type}`, type })
  await screen.findByText(`Aviso ${type}`)
  expect(toastOf(`Aviso ${type}`)).toHaveAttribute('role', role)
  expect(toastOf(`Aviso ${type}`)?.closest('[aria-live]')).toHaveAttribute('aria-live', 'polite')
  expect(timerOf(`Aviso ${type}`)).toHaveAttribute('aria-hidden', 'true')
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
})

const openMessages = () =>
  [...document.querySelectorAll('.Toastify__toast:not(.toast-exit)')].map((toast) => toast.textContent)
const fill = () => ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((message) => show({ message, type: 'info', duration: 0 }))

test('section 2: a notification that waits behind four open notifications can be removed', async () => {
  const ids = fill()
  await screen.findByText('D')
  expect(openMessages()).toEqual(['D', 'C', 'B', 'A'])
  act(() => removeNotification(ids[4] ?? ''))
  act(() => removeNotification(ids[0] ?? ''))
  expect(await screen.findByText('F')).toBeInTheDocument()
  expect(screen.queryByText('E')).toBeNull()
})

test('section 2: a button removes all notifications, also the waiting notifications', async () => {
  fill()
  fireEvent.click(await screen.findByRole('button', { name: 'Cerrar las 7 notificaciones' }))
  await waitFor(() => expect(openMessages()).toEqual([]))
  expect(screen.queryByText('E')).toBeNull()
  expect(screen.queryByRole('button', { name: /Cerrar las/ })).toBeNull()
  show({ message: 'Después', type: 'info' })
  expect(await screen.findByText('Después')).toBeInTheDocument()
})

test('a notification replaces another in its place and is removed by its own id', async () => {
  const first = show({ message: 'El nombre es requerido', type: 'warning' })
  await screen.findByText('El nombre es requerido')
  const second = show({ message: 'El apellido es requerido', type: 'error' }, first)
  expect(await screen.findByText('El apellido es requerido')).toBeInTheDocument()
  expect(openMessages()).toEqual(['El apellido es requerido'])
  expect(toastOf('El apellido es requerido')).toHaveClass('Toastify__toast--error')
  act(() => removeNotification(second))
  await waitFor(() => expect(openMessages()).toEqual([]))
})

test('a notification that replaces another has its whole time', async () => {
  const first = show({ message: 'URL generada', type: 'success' })
  await screen.findByText('URL generada')
  const timer = timerOf('URL generada')
  show({ message: 'URL copiada', type: 'success' }, first)
  await screen.findByText('URL copiada')
  expect(timerOf('URL copiada')).not.toBe(timer)
  expect(timer?.isConnected).toBe(false)
})

test('a notification that replaces one that fades out is shown', async () => {
  const first = show({ message: 'Se va', type: 'info' })
  await screen.findByText('Se va')
  const timer = timerOf('Se va')
  if (!timer) throw new Error('there is no timer')
  fireEvent.animationEnd(timer)
  await waitFor(() => expect(toastOf('Se va')).toHaveClass('toast-exit'))
  show({ message: 'Llega', type: 'info' }, first)
  expect(await screen.findByText('Llega')).toBeInTheDocument()
  expect(toastOf('Llega')).not.toHaveClass('toast-exit')
})

test('a notification that should replace a removed notification opens as a new one', async () => {
  const first = show({ message: 'Uno', type: 'info' })
  await screen.findByText('Uno')
  act(() => removeNotification(first))
  show({ message: 'Dos', type: 'info' }, first)
  expect(await screen.findByText('Dos')).toBeInTheDocument()
})
