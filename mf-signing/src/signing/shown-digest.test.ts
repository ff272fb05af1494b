import { createHash, webcrypto } from 'node:crypto'
import type { ViewedDocument } from '../viewer/engine/pdf-engine.ts'
import { shownDigest } from './shown-digest.ts'

const bytes = new TextEncoder().encode('%PDF-1.7 lo que se ve')
const shown: ViewedDocument = {
  pageCount: 1,
  page: () => Promise.reject(new Error('nobody paints')),
  pageAhead: () => Promise.reject(new Error('nobody paints')),
  here: () => undefined,
  text: async () => [],
  bytes: async () => bytes,
  rawPage: () => Promise.reject(new Error('no page is read')),
}

const provide = (crypto: unknown) => Object.defineProperty(globalThis, 'crypto', { value: crypto, configurable: true })
const before = globalThis.crypto
afterEach(() => provide(before))

test('shownDigest returns the SHA-256 of the bytes of the shown document', async () => {
  provide(webcrypto)
  const expected = createHash('sha256').update(bytes).digest('hex')
  expect(await shownDigest({ document: { kind: 'loaded', document: shown } })).toBe(expected)
})

test('shownDigest returns undefined when the viewer shows no document', async () => {
  provide(webcrypto)
  expect(await shownDigest({ document: { kind: 'empty' } })).toBeUndefined()
})

test('shownDigest computes the digest itself if the browser has no Web Crypto', async () => {
  provide({})
  const expected = createHash('sha256').update(bytes).digest('hex')
  expect(await shownDigest({ document: { kind: 'loaded', document: shown } })).toBe(expected)
})
