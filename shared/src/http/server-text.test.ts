import { serverText } from './read-failure.ts'

const all = { detail: 'detalle', error: 'error', message: 'mensaje' }

test.each([
  ['all three', all, 'mensaje', 'detalle'],
  ['no message', { ...all, message: undefined }, 'error', 'detalle'],
  ['no detail', { ...all, detail: undefined }, 'mensaje', 'mensaje'],
  ['only an error', { error: 'error' }, 'error', 'error'],
  ['an empty text', { message: '', detail: 'detalle' }, '', 'detalle'],
  ['none', {}, undefined, undefined],
  ['other facts', { code: 'NOT_FOUND' }, undefined, undefined],
  ['a text that is no text', { ...all, error: { code: 1 } }, undefined, undefined],
  ['a body that is no object', '<html>', undefined, undefined],
  ['no body', null, undefined, undefined],
])('server texts, %s: a call and an upload each read the first of their order', (_, body, ofCall, ofUpload) => {
  expect(serverText(body)).toBe(ofCall)
  expect(serverText(body, 'call')).toBe(ofCall)
  expect(serverText(body, 'upload')).toBe(ofUpload)
})
