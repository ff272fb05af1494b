import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react'
import { currentSession } from 'shared/state'
import { type NetworkAnswer, serveFetch, sampleSession as sessionReply, settle } from 'shared/testing'
import ForgotPasswordPage from '../forgot-password/ForgotPasswordPage.tsx'
import { address, renderPage, shownNotifications } from '../testing/render-page.tsx'
import ResetPasswordPage from './ResetPasswordPage.tsx'

const path = '/reset-password?email=ana%40correo.cr'
const valid = {
  'Código de verificación': '123456',
  'Nueva contraseña': 'secreto-2',
  'Confirmar contraseña': 'secreto-2',
}
type Label = keyof typeof valid
const labels = Object.keys(valid) as Label[]

const field = (label: Label) => screen.getByLabelText(label)
const code = () => field('Código de verificación')
const submit = () => screen.getByRole('button', { name: 'Actualizar contraseña' })

const resetWith = async (answer: NetworkAnswer, changes: Partial<typeof valid> = {}, at = path) => {
  const calls = serveFetch(() => answer)
  const user = renderPage(at, ResetPasswordPage)
  for (const label of labels) {
    const text = { ...valid, ...changes }[label]
    if (text !== '') await user.type(field(label), text)
  }
  await user.click(submit())
  await settle()
  return { calls, user }
}

const serveClipboard = (readText: () => Promise<string>) =>
  Object.defineProperty(navigator, 'clipboard', { value: { readText }, configurable: true })

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

test.each<[Label, string, string]>([
  ['Código de verificación', '', 'El código de verificación es requerido'],
  ['Código de verificación', '12345', 'El código debe tener 6 dígitos'],
  ['Nueva contraseña', '', 'La nueva contraseña es requerida'],
  ['Nueva contraseña', 'corta12', 'La contraseña debe tener al menos 8 caracteres'],
  ['Confirmar contraseña', 'secreto-3', 'Las contraseñas no coinciden'],
])('section 5, reset password: %s = "%s" shows the warning "%s"', async (label, text, message) => {
  const { calls } = await resetWith(new Error('nothing should be sent'), { [label]: text })
  expect(shownNotifications()).toEqual([['warning', message]])
  expect(labels.filter((name) => field(name).hasAttribute('aria-invalid'))).toEqual([label])
  expect(field(label)).toHaveFocus()
  expect(calls).toEqual([])
})

test('section 5, reset password: without an e-mail, the page warns that a new code is required', async () => {
  const { calls } = await resetWith(new Error('nothing should be sent'), {}, '/reset-password')
  expect(shownNotifications()).toEqual([['warning', 'Email no encontrado. Por favor, solicita un nuevo código.']])
  expect(screen.getByRole('link', { name: 'Cambiar' })).toHaveFocus()
  expect(calls).toEqual([])
})

test('sections 2, 4 and 9: a reset shows a notification, opens the session and goes home after 1.5 s', async () => {
  const { calls } = await resetWith({ status: 200, body: sessionReply })
  expect(calls[0]).toMatchObject({ method: 'POST', url: '/api/auth/password-reset/confirm/', token: undefined })
  expect(calls[0]?.body).toEqual({
    email: 'ana@correo.cr',
    code: '123456',
    new_password: 'secreto-2',
    password_confirmation: 'secreto-2',
  })
  expect(shownNotifications()).toEqual([['success', 'Contraseña actualizada exitosamente']])
  expect(currentSession()).toMatchObject({ kind: 'authenticated', user: { username: 'ana' } })
  await settle(1499)
  expect(address()).toBe(path)
  await settle(1)
  expect(address()).toBe('/')
})

const refusal = 'No se pudo restablecer la contraseña. Verifica el código e intenta de nuevo.'

test('section 8: an invalid code shows an error notification and marks its field', async () => {
  await resetWith({ status: 400, body: { code: 'RESET_CODE_INVALID', message: refusal } })
  expect(shownNotifications()).toEqual([['error', refusal]])
  expect(code()).toHaveAttribute('aria-invalid')
  expect(code()).toHaveFocus()
  expect(currentSession().kind).toBe('anonymous')
})

test.each([
  [{ status: 400, body: '' }, refusal],
  [{ status: 500, body: '' }, 'Error al restablecer la contraseña'],
  [
    { status: 429, body: { code: 'RATE_LIMITED', message: 'Demasiados intentos. Espera 1 minuto.' } },
    'Demasiados intentos. Espera 1 minuto.',
  ],
])('section 8, reset password: the answer %p shows the error "%s"', async (answer, message) => {
  await resetWith(answer)
  expect(shownNotifications()).toEqual([['error', message]])
})

test.each([
  ['typed', '123 456'],
  ['typed', '123-456'],
  ['typed with a slip', '12x34567'],
])('section 5: the code field reduces a code that is %s ("%s") to its 6 digits', async (_how, text) => {
  const user = renderPage(path, ResetPasswordPage)
  await user.type(code(), text)
  expect(code()).toHaveValue('123456')
})

test.each(['654 321', '654-321', 'Tu código es 654321.'])(
  'section 5: pasting a code ("%s") replaces the existing code',
  async (text) => {
    const user = renderPage(path, ResetPasswordPage)
    await user.type(code(), '123456')
    await user.paste(text)
    expect(code()).toHaveValue('654321')
  },
)

test('section 5: pasting part of a code inserts the digits at the caret', async () => {
  const user = renderPage(path, ResetPasswordPage)
  await user.type(code(), '123')
  await user.paste('-456')
  expect(code()).toHaveValue('123456')
})

test('section 5: the code field accepts a dropped code', async () => {
  renderPage(path, ResetPasswordPage)
  const drop = createEvent.drop(code())
  Object.defineProperty(drop, 'dataTransfer', { value: { getData: () => 'Código: 123 456' } })
  fireEvent(code(), drop)
  expect(drop.defaultPrevented).toBe(true)
  expect(code()).toHaveValue('123456')
})

const clipboards: [string, () => Promise<string>, string, string[][]][] = [
  ['a code', async () => 'Tu código: 123-456', '123456', []],
  [
    'no code',
    async () => 'hola 12',
    '',
    [['warning', 'El contenido del portapapeles no es un código válido de 6 dígitos']],
  ],
  [
    'nothing, because access is denied',
    () => Promise.reject(new DOMException('denied', 'NotAllowedError')),
    '',
    [['warning', 'No se pudo acceder al portapapeles. Ingresa el código manualmente.']],
  ],
]

test.each(clipboards)(
  'section 5: the paste button fills in a code or shows a warning when the clipboard gives %s',
  async (_what, readText, value, notices) => {
    const user = renderPage(path, ResetPasswordPage)
    serveClipboard(readText)
    await user.click(screen.getByRole('button', { name: 'Pegar código' }))
    await settle()
    expect(code()).toHaveValue(value)
    expect(shownNotifications()).toEqual(notices)
    if (value) expect(code()).toHaveAccessibleDescription('Código pegado.')
  },
)

test('section 2: the page shows the e-mail, and both links back keep the e-mail', async () => {
  for (const name of ['Cambiar', 'Solicitar un nuevo código']) {
    const user = renderPage(path, ResetPasswordPage, { '/forgot-password': ForgotPasswordPage })
    expect(screen.getByText('ana@correo.cr')).toBeVisible()
    await user.click(screen.getByRole('link', { name }))
    expect(address()).toBe('/forgot-password')
    expect(screen.getByLabelText('Email')).toHaveValue('ana@correo.cr')
    cleanup()
  }
})

test('phones and password managers recognise the fields', () => {
  renderPage(path, ResetPasswordPage)
  expect(code()).toHaveAttribute('inputmode', 'numeric')
  expect(labels.map((label) => field(label).getAttribute('autocomplete'))).toEqual([
    'one-time-code',
    'new-password',
    'new-password',
  ])
})
