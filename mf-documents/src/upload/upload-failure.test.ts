import type { FileError } from 'shared/contract'
import { HttpError, NETWORK_MESSAGE } from 'shared/http'
import { readUploadFailure, severityOf } from './upload-failure.ts'

const FALLBACK = 'No se puede subir el archivo. Verifique que sea un PDF válido y seguro.'

test.each<[string, FileError['error_type'], string]>([
  ['PDF_MALICIOUS_JAVASCRIPT', 'PDF_VALIDATION_ERROR', 'critical'],
  ['PDF_INJECTION_XREF', 'PDF_VALIDATION_ERROR', 'critical'],
  ['PDF_ENCRYPTED', 'PDF_VALIDATION_ERROR', 'error'],
  ['FILE_TOO_LARGE', 'FILE_SIZE_ERROR', 'warning'],
  ['FILE_NOT_PDF', 'FILE_TYPE_ERROR', 'warning'],
  ['UPLOAD_FAILED', 'UPLOAD_ERROR', 'error'],
])('section 8, severity: %s of %s is %s', (error_code, error_type, severity) =>
  expect(severityOf({ error_code, error_type })).toBe(severity),
)

const refused = (body: unknown) => new HttpError('Error en la petición', { kind: 'refused', status: 400, body })

test.each([
  ['detail comes first', refused({ error: 'c', message: 'b', detail: 'a' }), 'a'],
  ['then message', refused({ error: 'c', message: 'b' }), 'b'],
  ['then error', refused({ error: 'c' }), 'c'],
  ['a body that says nothing', refused({}), FALLBACK],
  ['a body of another shape', refused({ detail: ['x'] }), FALLBACK],
  ['a text', refused('  Disco lleno \n'), 'Disco lleno'],
  ['an empty text', refused(''), FALLBACK],
  ["a proxy's page", refused('<!DOCTYPE html><title>502</title>'), FALLBACK],
  ['no network', new HttpError(NETWORK_MESSAGE, { kind: 'network' }), 'Error de conexión. Verifica tu internet'],
  ['a broken answer', new HttpError('x', { kind: 'unexpected-reply', status: 201 }), FALLBACK],
  ['anything else', new TypeError('x'), FALLBACK],
])('section 8, upload failures: %s', (_case, error, message) =>
  expect(readUploadFailure(error)).toEqual({ kind: 'said', message }),
)
