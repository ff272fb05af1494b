/** @jest-environment jsdom */
import { failureText, kindOfFailure, messageOf, reportUnknown, UNKNOWN_FAILURE, unansweredCall } from './failures.ts'
import { HttpError } from './http-error.ts'
import { NETWORK_MESSAGE, readFailure } from './read-failure.ts'

const reported = jest.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
beforeEach(() => reported.mockClear())

const chunk = Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' })
const style = Object.assign(new Error('Loading CSS chunk 7 failed'), { code: 'CSS_CHUNK_LOAD_FAILED' })
const abort = new DOMException('gone', 'AbortError')

test.each([
  ['an answer', readFailure(409, '{}'), 'answered'],
  ['a reply outside the contract', new HttpError('x', { kind: 'unexpected-reply', status: 200 }), 'answered'],
  ['no network', new HttpError('x', { kind: 'network' }), 'unanswered'],
  ['a script that does not load', chunk, 'unanswered'],
  ['a style sheet that does not load', style, 'unanswered'],
  ['an abort', abort, 'cancelled'],
  ['a bug', new TypeError('x is undefined'), 'unknown'],
  ['a failed fetch that nobody marked', new TypeError('Failed to fetch'), 'unknown'],
  ['a thrown text', 'ChunkLoadError', 'unknown'],
])('kindOfFailure: %s', (_what, error, kind) => {
  expect(kindOfFailure(error)).toBe(kind)
  reportUnknown(error)
  expect(reported.mock.calls).toEqual(kind === 'unknown' ? [[error]] : [])
})

test('a bug of ours blames neither connection nor session, and is reported once', () => {
  const bug = new TypeError('x is undefined')
  expect(messageOf(bug)).toBe('Algo falló de nuestro lado. Intenta de nuevo; si se repite, recarga la página.')
  expect(failureText(bug, 'Revisa tu conexión')).toBe(UNKNOWN_FAILURE)
  expect(messageOf(bug, 'Error en el inicio de sesión')).toBe('Error en el inicio de sesión')
  expect(reported.mock.calls).toEqual([[bug]])
})

test('failureText keeps the text of the screen for a lost connection', () => {
  expect(failureText(chunk, 'No se pudo abrir')).toBe('No se pudo abrir')
  expect(messageOf(chunk)).toBe(NETWORK_MESSAGE)
  expect(reported).not.toHaveBeenCalled()
})

test('unanswered marks what it gets, and passes an abort on', async () => {
  await expect(Promise.reject(new TypeError('Failed to fetch')).catch(unansweredCall)).rejects.toMatchObject({
    message: NETWORK_MESSAGE,
    failure: { kind: 'network' },
    cause: { message: 'Failed to fetch' },
  })
  await expect(Promise.reject(abort).catch(unansweredCall)).rejects.toBe(abort)
})
