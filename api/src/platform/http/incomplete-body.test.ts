import { BlobFaultError, StorageUnavailableError } from '../storage/storage-errors.ts'
import { ApiError } from './api-error.ts'
import { incompleteBody } from './incomplete-body.ts'

const whole = { isBroken: () => false }
const broken = { isBroken: () => true }
const unavailable = new StorageUnavailableError('no answer')
const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' })

test.each([
  ['a refusal', new ApiError('COPY_OUTDATED'), whole],
  ['a damaged stored file', new BlobFaultError('ab', 'damaged'), whole],
  ['a damaged stored file, then a broken connection', new BlobFaultError('ab', 'damaged'), broken],
  ['unavailable storage', unavailable, whole],
  ['a full disk', full, whole],
])('incompleteBody returns the error of %s unchanged', (_what, error, body) => {
  expect(incompleteBody(error, body, 'Inténtalo de nuevo.')).toBe(error)
})

test.each([
  ['a form without an end', new Error('Unexpected end of form'), whole],
  ['a broken connection that looks like a failing disk', full, broken],
])('incompleteBody reports %s as an incomplete body', (_what, error, body) => {
  const refusal = incompleteBody(error, body, 'Inténtalo de nuevo.')
  expect(refusal).toMatchObject({ code: 'VALIDATION', message: 'Inténtalo de nuevo.', cause: error })
})
