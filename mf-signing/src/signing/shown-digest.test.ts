import { createHash, webcrypto } from 'node:crypto'
import type { PdfDocument } from '../viewer/engine/pdf-engine.ts'
import { shownDigest } from './shown-digest.ts'

const bytes = new TextEncoder().encode('%PDF-1.7 lo que se ve')
const shown: PdfDocument = {
  pageCount: 1,
  page: () => Promise.reject(new Error('nobody paints')),
  pageAhead: () => Promise.reject(new Error('nobody paints')),
  here: () => undefined,
  text: async () => [],
  bytes: async () => bytes,
}

const provide = (crypto: unknown) => Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true })
const before = globalThis.crypto
afterEach(() => provide(before))

test('the digest is of the bytes on show', async () => {
  provide(webcrypto)
  const expected = createHash('sha256').update(bytes).digest('hex')
  expect(await shownDigest({ document: { kind: 'loaded', document: shown } })).toBe(expected)
})

test('nothing on show has none', async () => {
  provide(webcrypto)
  expect(await shownDigest({ document: { kind: 'empty' } })).toBeUndefined()
})

test('a browser without digests reckons it by itself', async () => {
  provide({})
  const expected = createHash('sha256').update(bytes).digest('hex')
  expect(await shownDigest({ document: { kind: 'loaded', document: shown } })).toBe(expected)
})
