import * as v from 'valibot'
import { errorMessages, errorStatus, rateLimitedText } from '../errors/errors.ts'
import { RegistrySchema } from '../site/registry.ts'
import { RemoteAppSchema } from '../site/remote.ts'
import { LoginSchema, RegisterSchema } from './accounts.ts'

const person = {
  username: 'ana',
  first_name: 'Ana',
  last_name: 'Mora',
  email: 'ana@correo.cr',
  phone: '+506 8888 8888',
  password: 'un secreto',
  password_confirmation: 'un secreto',
}

const firstMessage = (schema: v.GenericSchema, input: unknown) => {
  const result = v.safeParse(schema, input)
  return result.success ? undefined : result.issues[0].message
}

test.each([
  ['username', { username: ' ' }, 'El nombre de usuario es requerido'],
  ['first name', { first_name: '' }, 'El nombre es requerido'],
  ['last name', { last_name: '' }, 'El apellido es requerido'],
  ['email', { email: '' }, 'El email es requerido'],
  ['email shape', { email: 'ana@correo' }, 'El email no es válido'],
  ['phone', { phone: '' }, 'El teléfono es requerido'],
  ['password', { password: '' }, 'La contraseña es requerida'],
  ['password length', { password: '1234567' }, 'La contraseña debe tener al menos 8 caracteres'],
  ['confirmation', { password_confirmation: 'otra cosa' }, 'Las contraseñas no coinciden'],
  ['order', { first_name: '', phone: '', password: '' }, 'El nombre es requerido'],
])('section 5: the registration refuses an invalid %s with its message', (_name, wrong, message) => {
  expect(firstMessage(RegisterSchema, { ...person, ...wrong })).toBe(message)
})

test('section 5: the registration accepts a complete person and trims the e-mail address', () => {
  expect(v.parse(RegisterSchema, { ...person, email: ' ana@correo.cr ' }).email).toBe('ana@correo.cr')
})

test('section 5: the login names the first missing input', () => {
  expect(firstMessage(LoginSchema, { username: '', password: '' })).toBe('El nombre de usuario es requerido')
  expect(firstMessage(LoginSchema, { username: 'ana', password: '' })).toBe('La contraseña es requerida')
})

test('every error code has a Spanish sentence and an error status', () => {
  for (const [code, text] of Object.entries(errorMessages)) {
    expect(text).toMatch(/[.]$/)
    expect(errorStatus[code as keyof typeof errorStatus]).toBeGreaterThanOrEqual(400)
  }
})

test.each([
  [0, '1 segundo'],
  [1, '1 segundo'],
  [59, '59 segundos'],
  [60, '1 minuto'],
  [61, '2 minutos'],
  [240, '4 minutos'],
  [3540, '59 minutos'],
  [3541, '1 hora'],
  [3600, '1 hora'],
  [3601, '2 horas'],
])('the text for a wait of %d seconds is %s', (seconds, wait) => {
  expect(rateLimitedText(seconds)).toBe(`Demasiados intentos. Espera ${wait} y vuelve a intentarlo.`)
})

test('the schema refuses a registry whose active release is not listed', () => {
  const release = { manifest: '/r/mf_auth/1/mf-manifest.json', integrity: 'sha384-AAAA', shared: '^1.0.0' }
  const registry = (active: string) => ({
    version: 1,
    remotes: { mf_auth: { active, fallback: null, releases: { one: release } } },
  })
  expect(v.safeParse(RegistrySchema, registry('one')).success).toBe(true)
  expect(v.safeParse(RegistrySchema, registry('two')).success).toBe(false)
})

test('the schema refuses a remote of another contract, and the message names both contracts', () => {
  const app = { brand: 'trazo-remote', contract: 2, name: 'mf_auth', routes: [], slots: {} }
  expect(firstMessage(RemoteAppSchema, app)).toBe('the remote speaks contract 2, the shell 1')
  expect(firstMessage(RemoteAppSchema, { ...app, contract: 1 })).toBeUndefined()
})
