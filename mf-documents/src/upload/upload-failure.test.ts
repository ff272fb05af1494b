/** @jest-environment jsdom */
import type { FileError } from 'shared/contract'
import { HttpError, NETWORK_MESSAGE } from 'shared/http'
import { fileErrorSeverity, readUploadFailure } from './upload-failure.ts'

/** An unknown error is also reported. */
const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
beforeEach(() => reported.mockClear())

const FALLBACK = 'No se puede subir el archivo. Verifique que sea un PDF válido y seguro.'

test.each<[string, FileError['error_type'], string]>([
  ['PDF_MALICIOUS_JAVASCRIPT', 'PDF_VALIDATION_ERROR', 'critical'],
  ['PDF_INJECTION_XREF', 'PDF_VALIDATION_ERROR', 'critical'],
  ['PDF_ENCRYPTED', 'PDF_VALIDATION_ERROR', 'error'],
  ['FILE_TOO_LARGE', 'FILE_SIZE_ERROR', 'warning'],
  ['FILE_NOT_PDF', 'FILE_TYPE_ERROR', 'warning'],
  ['UPLOAD_FAILED', 'UPLOAD_ERROR', 'error'],
])('section 8, severity: the code %s of the type %s is %s', (error_code, error_type, severity) =>
  expect(fileErrorSeverity({ error_code, error_type })).toBe(severity),
)

const refusedWith = (body: unknown) => new HttpError('Error en la petición', { kind: 'refused', status: 400, body })

test.each([
  ['detail comes first', refusedWith({ error: 'c', message: 'b', detail: 'a' }), 'a'],
  ['then message', refusedWith({ error: 'c', message: 'b' }), 'b'],
  ['then error', refusedWith({ error: 'c' }), 'c'],
  ['a body that says nothing', refusedWith({}), FALLBACK],
  ['a body of another shape', refusedWith({ detail: ['x'] }), FALLBACK],
  ['a text', refusedWith('  Disco lleno \n'), 'Disco lleno'],
  ['an empty text', refusedWith(''), FALLBACK],
  ["a proxy's page", refusedWith('<!DOCTYPE html><title>502</title>'), FALLBACK],
  ['no network', new HttpError(NETWORK_MESSAGE, { kind: 'network' }), 'Error de conexión. Verifica tu internet'],
  ['a broken answer', new HttpError('x', { kind: 'unexpected-reply', status: 201 }), FALLBACK],
  ['anything else', new TypeError('x'), FALLBACK],
])('section 8, upload failures: %s', (_case, error, message) =>
  expect(readUploadFailure(error)).toEqual({ kind: 'message', message }),
)
