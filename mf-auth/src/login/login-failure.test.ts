import { HttpError, NETWORK_MESSAGE, REQUEST_FALLBACK } from 'shared/http'
import { loginFailure } from './login-failure.ts'

const refused = (status: number, message: string) =>
  new HttpError(message, { kind: 'refused', status, body: undefined })

test.each([
  [
    'a refusal without a reason',
    refused(401, 'No autorizado (401)'),
    'No se pudo iniciar sesión. Verifica tus credenciales.',
  ],
  [
    'a bad request without a reason',
    refused(400, REQUEST_FALLBACK),
    'No se pudo iniciar sesión. Verifica tus credenciales.',
  ],
  ['a failure with its message', refused(500, 'En mantenimiento'), 'En mantenimiento'],
  ['a failure without one', refused(500, REQUEST_FALLBACK), 'Error al iniciar sesión'],
  ['no network', new HttpError(NETWORK_MESSAGE, { kind: 'network' }), 'Error de conexión. Verifica tu internet'],
  ['anything else', new TypeError('x'), 'Error en el inicio de sesión'],
])('section 8, login: %s', (_case, error, message) => {
  expect(loginFailure(error)).toBe(message)
})

test("section 8, login: the server's own words come first", () => {
  const error = new HttpError('Error en la petición', {
    kind: 'refused',
    status: 429,
    body: undefined,
    error: { code: 'RATE_LIMITED', message: 'Demasiados intentos.' },
  })
  expect(loginFailure(error)).toBe('Demasiados intentos.')
})
