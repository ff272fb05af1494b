/** @jest-environment jsdom */
import type { FileError } from 'shared/contract'
import { HttpError, UNKNOWN_FAILURE } from 'shared/http'
import { documentFailureMessage } from './failure-message.ts'

/** An unknown error is also reported. */
const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
beforeEach(() => reported.mockClear())

const explained = (error_type: FileError['error_type']) =>
  new HttpError('Error en la petición', {
    kind: 'refused',
    status: 400,
    body: undefined,
    fileError: {
      error_code: 'X',
      error_type,
      title: 'Sin permiso',
      message: 'El documento es de otra persona',
      suggestion: '',
      details: null,
      timestamp: '2026-01-31T18:00:00.000Z',
      user_action_required: false,
      can_clean: false,
      can_open: false,
    },
  })

test.each(['PERMISSION_ERROR', 'DELETE_ERROR', 'UNEXPECTED_ERROR'] as const)(
  "section 8, delete: %s shows '{title}: {message}'",
  (type) =>
    expect(documentFailureMessage(explained(type), 'delete')).toBe('Sin permiso: El documento es de otra persona'),
)

test.each([
  ['another type', explained('UPLOAD_ERROR')],
  ['no explanation', new HttpError('Recurso no encontrado (404)', { kind: 'refused', status: 404, body: undefined })],
  ['no network', new HttpError('Error de conexión. Verifica tu internet', { kind: 'network' })],
  ['anything else', new TypeError('x')],
])('section 8, delete: %s shows the standard text', (_case, error) => {
  expect(documentFailureMessage(error, 'delete')).toBe('No se pudo eliminar el documento')
  expect(reported).toHaveBeenCalledTimes(error instanceof TypeError ? 1 : 0)
})

test('a bug of ours during a download is shown as one', () => {
  const bug = new TypeError('x is undefined')
  expect(documentFailureMessage(bug, 'download')).toBe(UNKNOWN_FAILURE)
  expect(reported.mock.calls).toEqual([[bug]])
})
