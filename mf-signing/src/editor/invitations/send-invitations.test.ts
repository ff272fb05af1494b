/** @jest-environment jsdom */
import { HttpError } from 'shared/http'
import { invitationFailureText } from './send-invitations.ts'

const refused = (status: number, body: unknown = {}) => new HttpError('x', { kind: 'refused', status, body })

test.each([
  [refused(401), 'Error de autenticación. Por favor, inicia sesión nuevamente.'],
  [refused(403), 'No tienes permisos para enviar invitaciones.'],
  [refused(404), 'Archivo no encontrado.'],
  [refused(500), 'Error del servidor. Intenta nuevamente más tarde.'],
  [refused(503), 'Error del servidor. Intenta nuevamente más tarde.'],
  [refused(400, { message: 'El correo no existe.' }), 'El correo no existe.'],
  [refused(400, { title: 'Título' }), 'Título'],
  [refused(400), 'Error al enviar la invitación'],
  [new HttpError('x', { kind: 'network' }), 'Error de red o servidor al enviar la invitación.'],
])('invitationFailureText returns the message for the error %o', (error, message) => {
  expect(invitationFailureText(error)).toBe(message)
})

test('a bug of ours is reported and shows the text of the specification', () => {
  const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
  const error = new Error('x')
  expect(invitationFailureText(error)).toBe('Error al enviar la invitación')
  expect(reported.mock.calls).toEqual([[error]])
  reported.mockRestore()
})
