import { screen } from '@testing-library/react'
import { currentSession } from 'shared/state'
import { type NetworkAnswer, serveFetch, sampleSession as sessionReply, settle } from 'shared/testing'
import { isOnDashboard, renderPage, shownNotifications } from '../testing/render-page.tsx'
import RegisterPage from './RegisterPage.tsx'

const account = {
  'Nombre de usuario': 'ana',
  Nombre: 'Ana',
  Apellido: 'Mora',
  Email: 'ana@correo.cr',
  Teléfono: '+506 8888-8888',
  Contraseña: 'secreto-1',
  'Confirmar contraseña': 'secreto-1',
}
type Label = keyof typeof account
const labels = Object.keys(account) as Label[]

const field = (label: Label) => screen.getByLabelText(label)
const submit = () => screen.getByRole('button', { name: 'Crear cuenta' })

const registerWith = async (answer: NetworkAnswer, changes: Partial<typeof account> = {}) => {
  const calls = serveFetch(({ url }) =>
    url === '/api/auth/register/' ? answer : { status: 200, body: sessionReply.user },
  )
  const user = renderPage('/register', RegisterPage)
  for (const label of labels) {
    const text = { ...account, ...changes }[label]
    field(label).focus()
    if (text !== '') await user.paste(text)
  }
  await user.click(submit())
  await settle()
  return { calls, user }
}

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test.each<[Label, string, string]>([
  ['Nombre de usuario', '', 'El nombre de usuario es requerido'],
  ['Nombre', '', 'El nombre es requerido'],
  ['Apellido', '', 'El apellido es requerido'],
  ['Email', '', 'El email es requerido'],
  ['Email', 'ana@correo', 'El email no es válido'],
  ['Teléfono', '', 'El teléfono es requerido'],
  ['Contraseña', '', 'La contraseña es requerida'],
  ['Contraseña', 'corta12', 'La contraseña debe tener al menos 8 caracteres'],
  ['Confirmar contraseña', 'secreto-2', 'Las contraseñas no coinciden'],
])('section 5, register: %s = "%s" shows the warning "%s"', async (label, text, message) => {
  const { calls } = await registerWith(new Error('nothing should be sent'), { [label]: text })
  expect(shownNotifications()).toEqual([['warning', message]])
  expect(field(label)).toHaveAttribute('aria-invalid')
  expect(field(label)).toHaveFocus()
  expect(calls).toEqual([])
})

test('section 5: the form shows only the first of several failing rules', async () => {
  const user = renderPage('/register', RegisterPage)
  await user.click(submit())
  await settle()
  expect(shownNotifications()).toEqual([['warning', 'El nombre de usuario es requerido']])
  expect(labels.filter((label) => field(label).hasAttribute('aria-invalid'))).toEqual(['Nombre de usuario'])
})

test('sections 2 and 9: the page announces a new account and opens the dashboard after 1 s', async () => {
  const { calls } = await registerWith({ status: 201, body: sessionReply })
  expect(calls[0]?.body).toEqual({
    username: 'ana',
    first_name: 'Ana',
    last_name: 'Mora',
    email: 'ana@correo.cr',
    phone: '+506 8888-8888',
    password: 'secreto-1',
    password_confirmation: 'secreto-1',
  })
  expect(shownNotifications()).toEqual([['success', '¡Cuenta creada exitosamente! Redirigiendo...']])
  expect(currentSession().kind).toBe('authenticated')
  await settle(999)
  expect(isOnDashboard()).toBe(false)
  await settle(1)
  expect(isOnDashboard()).toBe(true)
})

test('section 8: a taken user name shows an error notification and marks its field', async () => {
  const message = 'Ese nombre de usuario ya está en uso. Prueba con otro.'
  await registerWith({ status: 409, body: { code: 'USERNAME_TAKEN', message } })
  expect(shownNotifications()).toEqual([['error', message]])
  expect(field('Nombre de usuario')).toHaveAttribute('aria-invalid')
  expect(field('Nombre de usuario')).toHaveFocus()
})

test('section 8: a server error about a field shows a notification and focuses the field', async () => {
  const body = { code: 'VALIDATION', message: 'Hay datos que corregir.', fields: { phone: 'El teléfono es requerido' } }
  await registerWith({ status: 400, body })
  expect(shownNotifications()).toEqual([['error', 'El teléfono es requerido']])
  expect(field('Teléfono')).toHaveFocus()
})

test('section 5: the form describes the strength of the password and accepts a weak password', async () => {
  const weak = 'ana12345'
  const { calls, user } = await registerWith(
    { status: 201, body: sessionReply },
    { Contraseña: weak, 'Confirmar contraseña': weak },
  )
  expect(field('Contraseña')).toHaveAccessibleDescription(/^Débil/)
  expect(calls[0]?.body).toMatchObject({ password: weak })
  await user.type(field('Contraseña'), ' y mucha tinta')
  expect(field('Contraseña')).toHaveAccessibleDescription('Excelente.')
})

test('section 5: clearing the password replaces its strength with the minimum length', async () => {
  const user = renderPage('/register', RegisterPage)
  await user.type(field('Contraseña'), 'secreto-1')
  expect(field('Contraseña')).not.toHaveAccessibleDescription('Al menos 8 caracteres.')
  await user.clear(field('Contraseña'))
  expect(field('Contraseña')).toHaveAccessibleDescription('Al menos 8 caracteres.')
})

test('correcting the password clears the error of its confirmation', async () => {
  const { user } = await registerWith(new Error('nothing should be sent'), { 'Confirmar contraseña': 'secreto-12' })
  expect(field('Confirmar contraseña')).toHaveAttribute('aria-invalid')
  await user.type(field('Contraseña'), '2')
  await settle()
  expect(field('Confirmar contraseña')).not.toHaveAttribute('aria-invalid')
})

test('the fields have autocomplete hints, and the phone field shows the +506 format', () => {
  renderPage('/register', RegisterPage)
  expect(labels.map((label) => field(label).getAttribute('autocomplete'))).toEqual([
    'username',
    'given-name',
    'family-name',
    'email',
    'tel',
    'new-password',
    'new-password',
  ])
  expect(field('Teléfono')).toHaveAttribute('placeholder', '+506 8888-8888')
})
