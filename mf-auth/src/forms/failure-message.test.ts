/** @jest-environment jsdom */
import type { ErrorBody } from 'shared/contract'
import { HttpError, NETWORK_MESSAGE, REQUEST_FALLBACK } from 'shared/http'
import { describeFailure } from './failure-message.ts'
import { failureTexts } from './failure-texts.ts'

/** An unknown error is also reported. */
const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
beforeEach(() => reported.mockClear())

const refusedWith = (status: number, message: string, error?: ErrorBody) =>
  new HttpError(message, { kind: 'refused', status, body: error, ...(error ? { error } : {}) })

/** Specification, section 8. */
test.each([
  [
    'login',
    failureTexts.login,
    'No se pudo iniciar sesión. Verifica tus credenciales.',
    'Error al iniciar sesión',
    'Error en el inicio de sesión',
  ],
  [
    'register',
    failureTexts.register,
    'No se pudo crear la cuenta. Por favor, intenta de nuevo.',
    'Error al registrarse',
    'Error al crear la cuenta',
  ],
  [
    'forgot',
    failureTexts.forgotPassword,
    'Error al enviar el código de verificación',
    'Error al solicitar el restablecimiento de contraseña',
    'Error al enviar el código de verificación',
  ],
  [
    'reset',
    failureTexts.resetPassword,
    'No se pudo restablecer la contraseña. Verifica el código e intenta de nuevo.',
    'Error al restablecer la contraseña',
    'Error al actualizar la contraseña',
  ],
  [
    'profile',
    failureTexts.profile,
    'No se pudo actualizar el perfil',
    'Error al actualizar el perfil',
    'Error al actualizar el perfil',
  ],
])(
  'section 8, %s: each kind of failure has its fallback message',
  (_flow, texts, onRefusal, onFailure, onAnythingElse) => {
    const message = (error: unknown) => describeFailure(error, texts, []).message
    expect(message(refusedWith(400, REQUEST_FALLBACK))).toBe(onRefusal)
    expect(message(refusedWith(401, 'No autorizado (401)'))).toBe(onRefusal)
    expect(message(refusedWith(500, REQUEST_FALLBACK))).toBe(onFailure)
    expect(message(new HttpError(REQUEST_FALLBACK, { kind: 'unexpected-reply', status: 200 }))).toBe(onFailure)
    expect(reported).not.toHaveBeenCalled()
    expect(message(new TypeError('x'))).toBe(onAnythingElse)
    expect(reported).toHaveBeenCalledTimes(1)
    expect(message(refusedWith(400, 'Cerrado por hoy'))).toBe('Cerrado por hoy')
    expect(message(refusedWith(404, 'Recurso no encontrado (404)'))).toBe('Recurso no encontrado (404)')
    expect(message(new HttpError(NETWORK_MESSAGE, { kind: 'network' }))).toBe('Error de conexión. Verifica tu internet')
  },
)

const fields = ['username', 'phone', 'code'] as const
const body = (code: ErrorBody['code'], message: string, refusals?: Record<string, string>): ErrorBody => ({
  code,
  message,
  ...(refusals ? { fields: refusals } : {}),
})
const wait = 'Demasiados intentos. Vuelve a intentarlo en 2 minutos.'

test.each<[string, ErrorBody, ReturnType<typeof describeFailure>]>([
  ['its own words come first', body('INTERNAL', 'En mantenimiento'), { message: 'En mantenimiento' }],
  ['of too many attempts it says how long to wait', body('RATE_LIMITED', wait), { message: wait }],
  ['a name that is taken', body('USERNAME_TAKEN', 'En uso'), { message: 'En uso', field: 'username' }],
  ['a code that does not hold', body('RESET_CODE_INVALID', 'No vale'), { message: 'No vale', field: 'code' }],
  ['one field', body('VALIDATION', 'Hay datos', { phone: 'Falta' }), { message: 'Falta', field: 'phone' }],
  ['no field of ours', body('VALIDATION', 'Hay datos', { captcha: 'x' }), { message: 'Hay datos' }],
])('section 8, message of the server: %s', (_case, error, failure) => {
  expect(describeFailure(refusedWith(400, REQUEST_FALLBACK, error), failureTexts.register, fields)).toEqual(failure)
})
