import { screen } from '@testing-library/react'
import { currentSession } from 'shared/state'
import { type NetworkAnswer, serveFetch, sampleSession as sessionReply, settle } from 'shared/testing'
import { address, isOnDashboard, renderPage, shownNotifications } from '../testing/render-page.tsx'
import { LoginPage } from './LoginPage.tsx'

const username = () => screen.getByLabelText('Nombre de usuario')
const password = () => screen.getByLabelText('Contraseña')
const submit = () => screen.getByRole('button', { name: 'Iniciar sesión' })

const answerLogin = (answer: NetworkAnswer) =>
  serveFetch(({ url }) => (url === '/api/auth/login/' ? answer : { status: 200, body: sessionReply.user }))

const logInWith = async (answer: NetworkAnswer) => {
  const calls = answerLogin(answer)
  const user = renderPage('/login', LoginPage)
  await user.type(username(), ' ana ')
  await user.type(password(), 'secreto-1')
  await user.click(submit())
  await settle()
  return { calls, user }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test('section 5: the form shows only the first failing rule, as a warning at its field', async () => {
  const calls = answerLogin(new Error('nothing should be sent'))
  const user = renderPage('/login', LoginPage)
  await user.click(submit())
  await settle()
  expect(shownNotifications()).toEqual([['warning', 'El nombre de usuario es requerido']])
  expect(username()).toHaveAttribute('aria-invalid')
  expect(username()).toHaveFocus()
  expect(username()).toHaveAccessibleDescription('El nombre de usuario es requerido')
  expect(password()).not.toHaveAttribute('aria-invalid')

  await user.type(username(), 'ana')
  await settle()
  expect(shownNotifications()).toEqual([])
  await user.click(submit())
  await settle()
  expect(shownNotifications()).toEqual([['warning', 'La contraseña es requerida']])
  expect(username()).not.toHaveAttribute('aria-invalid')
  expect(password()).toHaveAttribute('aria-invalid')
  expect(password()).toHaveFocus()
  expect(calls).toEqual([])
})

test('a message stays at its field until the field is valid', async () => {
  answerLogin(new Error('nothing should be sent'))
  const user = renderPage('/login', LoginPage)
  await user.click(submit())
  await user.type(password(), 'secreto-1')
  await user.type(username(), ' ')
  expect(username()).toHaveAccessibleDescription('El nombre de usuario es requerido')
  await user.type(username(), 'ana')
  expect(username()).toHaveAccessibleDescription('')
})

test('sections 2 and 9: a login opens the session and goes to the dashboard after 1 s', async () => {
  const { calls } = await logInWith({ status: 200, body: sessionReply })
  expect(calls[0]?.body).toEqual({ username: 'ana', password: 'secreto-1' })
  expect(currentSession().kind).toBe('authenticated')
  expect(screen.getByRole('button', { name: 'Entrando…' })).toHaveAttribute('aria-busy', 'true')
  await settle(999)
  expect(isOnDashboard()).toBe(false)
  await settle(1)
  expect(isOnDashboard()).toBe(true)
})

test('section 8: refused credentials show an error notification and focus the password field', async () => {
  const message = 'No se pudo iniciar sesión. Verifica tus credenciales.'
  await logInWith({ status: 400, body: { code: 'INVALID_CREDENTIALS', message } })
  expect(shownNotifications()).toEqual([['error', message]])
  expect(password()).toHaveFocus()
  expect(currentSession().kind).toBe('anonymous')
  expect(submit()).not.toHaveAttribute('aria-busy')
})

const wrongPassword = {
  status: 400,
  body: { code: 'INVALID_CREDENTIALS', message: 'No se pudo iniciar sesión. Verifica tus credenciales.' },
}

test('the form shows a refusal in one alert until the user changes a field', async () => {
  const { user } = await logInWith(wrongPassword)
  // A notification ends; its timer is an animation.
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([wrongPassword.body.message])
  await settle(60_000)
  expect(screen.getByRole('alert')).toBeInTheDocument()
  await user.type(password(), 'x')
  await settle()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shownNotifications()).toEqual([])
})

test('a second attempt replaces the notification of the first attempt', async () => {
  const { user } = await logInWith(wrongPassword)
  await user.click(submit())
  await settle()
  expect(shownNotifications()).toEqual([['error', wrongPassword.body.message]])
  await user.clear(username())
  await user.click(submit())
  await settle()
  expect(shownNotifications()).toEqual([['warning', 'El nombre de usuario es requerido']])
  expect(screen.getAllByRole('alert')).toHaveLength(1)
})

test('password managers recognise the fields, and a button shows the password', async () => {
  const user = renderPage('/login', LoginPage)
  expect(username()).toHaveAttribute('autocomplete', 'username')
  expect(password()).toHaveAttribute('autocomplete', 'current-password')
  expect(password()).toHaveAttribute('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Mostrar contraseña' }))
  expect(password()).toHaveAttribute('type', 'text')
})

test.each([
  ['¿Olvidaste tu contraseña?', '/forgot-password'],
  ['Crear cuenta', '/register'],
])('section 2: the link "%s" leads to %s', async (name, path) => {
  const user = renderPage('/login', LoginPage)
  await user.click(screen.getByRole('link', { name }))
  expect(address()).toBe(path)
})

test('section 8: too many attempts show the message with the waiting time', async () => {
  const message = 'Demasiados intentos. Vuelve a intentarlo en 2 minutos.'
  await logInWith({ status: 429, body: { code: 'RATE_LIMITED', message } })
  expect(shownNotifications()).toEqual([['error', message]])
})
