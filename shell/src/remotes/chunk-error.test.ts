import { isChunkError } from './chunk-error.ts'

test.each<[string, unknown, boolean]>([
  ['a script', Object.assign(new Error('Loading chunk 7 failed'), { name: 'ChunkLoadError' }), true],
  ['a style sheet', Object.assign(new Error('Loading CSS chunk 7 failed'), { code: 'CSS_CHUNK_LOAD_FAILED' }), true],
  ['a crash', new TypeError('x is undefined'), false],
  ['no error', 'ChunkLoadError', false],
])('isChunkError recognises only an error of a missing chunk: %s', (_name, error, expected) => {
  expect(isChunkError(error)).toBe(expected)
})
