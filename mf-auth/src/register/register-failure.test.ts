import type { ErrorBody } from 'shared/contract'
import { HttpError, NETWORK_MESSAGE, REQUEST_FALLBACK } from 'shared/http'
import { registerFailure } from './register-failure.ts'

const refused = (message: string, error?: ErrorBody) =>
  new HttpError(message, { kind: 'refused', status: 400, body: error, ...(error ? { error } : {}) })

test.each([
  ['no reason', refused(REQUEST_FALLBACK), { message: 'No se pudo crear la cuenta. Por favor, intenta de nuevo.' }],
  ['a message', refused('Registro cerrado'), { message: 'Registro cerrado' }],
  [
    'no network',
    new HttpError(NETWORK_MESSAGE, { kind: 'network' }),
    { message: 'Error de conexión. Verifica tu internet' },
  ],
  ['anything else', new TypeError('x'), { message: 'Error al crear la cuenta' }],
  [
    'an address that is taken',
    refused('', { code: 'EMAIL_TAKEN', message: 'Ya existe una cuenta con ese email.' }),
    { message: 'Ya existe una cuenta con ese email.', field: 'email' },
  ],
  [
    "the server's word on one field",
    refused('', {
      code: 'VALIDATION',
      message: 'Hay datos que corregir.',
      fields: { phone: 'El teléfono es requerido' },
    }),
    { message: 'El teléfono es requerido', field: 'phone' },
  ],
  [
    'its word on something that is no field of ours',
    refused('', { code: 'VALIDATION', message: 'Hay datos que corregir.', fields: { captcha: 'x' } }),
    { message: 'Hay datos que corregir.' },
  ],
])('section 8, register: %s', (_case, error, failure) => {
  expect(registerFailure(error)).toEqual(failure)
})
