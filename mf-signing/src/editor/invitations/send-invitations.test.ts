import { HttpError } from 'shared/http'
import { invitationMessage } from './send-invitations.ts'

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
  [new Error('x'), 'Error al enviar la invitación'],
])('invitationMessage returns the message for the error %o', (error, message) => {
  expect(invitationMessage(error)).toBe(message)
})
