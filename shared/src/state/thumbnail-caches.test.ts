/** @jest-environment jsdom */
import { endSession } from './session.ts'
import { startSession } from './start-session.ts'
import { storageKeys } from './storage.ts'
import { thumbnailCacheName } from './thumbnail-caches.ts'

const storageWith = (...names: string[]) => {
  const present = new Set(names)
  const storage = {
    keys: async () => [...present],
    delete: async (name: string) => present.delete(name),
  }
  return { storage, present }
}
const install = (storage: unknown) =>
  Object.defineProperty(globalThis, 'caches', { value: storage, configurable: true, writable: true })
const settled = () => new Promise(process.nextTick)

const logInBefore = async () => {
  const user = { id: 5, username: 'ana', first_name: '', last_name: '', email: '', phone: '' }
  const profile = { country: '', city: '', company: '' }
  const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 900, scope: '' }
  localStorage.setItem(storageKeys.user, JSON.stringify({ ...user, profile }))
  localStorage.setItem(storageKeys.tokens, JSON.stringify({ ...tokens, created_at: Math.floor(Date.now() / 1000) }))
  await startSession({ restore: true })
}

beforeEach(() => {
  globalThis.fetch = jest.fn(
    async () => ({ ok: false, status: 404, headers: new Headers(), text: async () => '' }) as Response,
  )
  jest.spyOn(console, 'warn').mockImplementation(() => undefined)
  localStorage.clear()
})
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'caches')
  jest.restoreAllMocks()
})

test('a session that starts deletes the caches that an earlier release left', async () => {
  const { storage, present } = storageWith(thumbnailCacheName(5), 'of-somebody-else')
  install(storage)
  await logInBefore()
  await settled()
  expect([...present]).toEqual(['of-somebody-else'])
})

test('the end of a session deletes the thumbnail caches of all users and no other cache', async () => {
  const { storage, present } = storageWith(thumbnailCacheName(5), thumbnailCacheName(6), 'of-somebody-else')
  await logInBefore()
  install(storage)
  endSession()
  await settled()
  expect([...present]).toEqual(['of-somebody-else'])
})

test('a logout in another tab also deletes the thumbnail caches', async () => {
  const { storage, present } = storageWith(thumbnailCacheName(5))
  await logInBefore()
  install(storage)
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.tokens }))
  await settled()
  expect([...present]).toEqual([])
})

test('a start without a session deletes the thumbnail caches of an older session', async () => {
  const { storage, present } = storageWith(thumbnailCacheName(5))
  install(storage)
  await startSession({ restore: true })
  await settled()
  expect([...present]).toEqual([])
})

test.each<[string, unknown]>([
  ['that refuses', { keys: () => Promise.reject(new DOMException('closed', 'SecurityError')) }],
  ['that cannot be used', {}],
])('the end of a session ignores a Cache Storage %s', async (_case, storage) => {
  install(storage)
  expect(() => endSession()).not.toThrow()
  await settled()
})
