import { screen } from '@testing-library/react'
import { type NetworkAnswer, serveFetch, settle } from 'shared/testing'
import { address, renderPage, shownNotifications } from '../testing/render-page.tsx'
import ForgotPasswordPage from './ForgotPasswordPage.tsx'

const email = () => screen.getByLabelText('Email')
const submit = () => screen.getByRole('button', { name: 'Enviar código' })

const askWith = async (text: string, answer: NetworkAnswer) => {
  const calls = serveFetch(() => answer)
  const user = renderPage('/forgot-password', ForgotPasswordPage)
  if (text) await user.type(email(), text)
  await user.click(submit())
  await settle()
  return { calls, user }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test.each([
  ['', 'Por favor ingresa tu email'],
  ['   ', 'Por favor ingresa tu email'],
  ['ana@correo', 'El email no es válido'],
])('section 5, forgot password: the email "%s" shows the warning "%s"', async (text, message) => {
  const { calls } = await askWith(text, new Error('nothing should be sent'))
  expect(shownNotifications()).toEqual([['warning', message]])
  expect(email()).toHaveAttribute('aria-invalid')
  expect(email()).toHaveFocus()
  expect(calls).toEqual([])
})

test('sections 2 and 9: the page announces the code and opens the reset page with the e-mail after 1.5 s', async () => {
  const { calls } = await askWith(' ana+firma@correo.cr ', { status: 200, body: { success: true, message: '' } })
  expect(calls).toMatchObject([{ method: 'POST', url: '/api/auth/password-reset/', token: undefined }])
  expect(calls[0]?.body).toEqual({ email: 'ana+firma@correo.cr' })
  expect(shownNotifications()).toEqual([['success', 'Se ha enviado un código de verificación a tu email']])
  expect(screen.getByRole('button', { name: 'Enviando código…' })).toHaveAttribute('aria-busy', 'true')
  await settle(1499)
  expect(address()).toBe('/forgot-password')
  await settle(1)
  expect(address()).toBe('/reset-password?email=ana%2Bfirma%40correo.cr')
})

test.each([
  [{ status: 400, body: '' }, 'Error al enviar el código de verificación'],
  [{ status: 500, body: '' }, 'Error al solicitar el restablecimiento de contraseña'],
  [
    { status: 429, body: { code: 'RATE_LIMITED', message: 'Demasiados intentos. Espera 1 minuto.' } },
    'Demasiados intentos. Espera 1 minuto.',
  ],
  [new Error('offline'), 'Error de conexión. Verifica tu internet'],
])('section 8, forgot password: the answer %p shows the error "%s"', async (answer, message) => {
  await askWith('ana@correo.cr', answer)
  expect(shownNotifications()).toEqual([['error', message]])
  expect(submit()).not.toHaveAttribute('aria-busy')
  await settle(1500)
  expect(address()).toBe('/forgot-password')
})

test('section 2: a link on the forgot-password page leads back to the login page', async () => {
  const user = renderPage('/forgot-password', ForgotPasswordPage)
  expect(email()).toHaveAttribute('autocomplete', 'email')
  await user.click(screen.getByRole('link', { name: 'Volver a iniciar sesión' }))
  expect(address()).toBe('/login')
})
