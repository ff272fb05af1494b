/** @jest-environment jsdom */
import { endSession, logOut, thumbnailCacheName } from 'shared/state'
import { logIn } from 'shared/state/account'
import { serveFetch } from 'shared/testing'
import { owner } from '../testing/documents.ts'
import { fakeCaches } from '../testing/fake-caches.ts'
import { fakeUrls } from '../testing/fake-urls.ts'
import { userPictures } from './session-pictures.ts'
import type { ThumbnailKey } from './thumbnail-key.ts'

const ANA = owner.user.id
const picture = new Blob(['picture'], { type: 'image/webp' })
const key = (id: number, revision = 1, width = 128): ThumbnailKey => `/thumbnails/${id}/${revision}/${width}`
const cacheName = thumbnailCacheName(ANA)

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

const logInAs = (id: number) => {
  const user = { ...owner.user, id }
  serveFetch(({ url }) => ({ status: 200, body: url.includes('profile') ? user : { ...owner, user } }))
  return logIn({ username: 'ana', password: 'secreto-1' })
}

let disk: ReturnType<typeof fakeCaches>

beforeEach(async () => {
  disk = fakeCaches()
  disk.install()
  await logInAs(ANA)
})
afterEach(async () => {
  endSession()
  await settled()
  disk.remove()
})

const nextVisit = async () => {
  await logInAs(99)
  await logInAs(ANA)
  return userPictures(ANA, fakeUrls())
}

test('a picture is available immediately, and is found again on the next visit', async () => {
  const pictures = userPictures(ANA, fakeUrls())
  await expect(pictures.find(key(1))).resolves.toBeUndefined()
  const url = pictures.keep(key(1), picture)
  expect(pictures.at(key(1))).toBe(url)
  await settled()

  const later = await nextVisit()
  expect(later.at(key(1))).toBeUndefined()
  const found = await later.find(key(1))
  expect(found).toBeDefined()
  expect(later.at(key(1))).toBe(found)
})

test('a picture of a new revision removes the pictures of the older revision in every width', async () => {
  const pictures = userPictures(ANA, fakeUrls())
  for (const each of [key(1, 1, 128), key(1, 1, 256), key(2)]) pictures.keep(each, picture)
  await settled()
  pictures.keep(key(1, 2), picture)
  await settled()
  expect(await disk.paths(cacheName)).toEqual([key(2), key(1, 2)])
})

test.each<[string, () => void]>([
  ['missing', () => disk.remove()],
  ['full', () => disk.fill()],
  [
    'closed to us',
    () => Object.assign(globalThis, { caches: { ...disk.storage, open: () => Promise.reject(new Error('closed')) } }),
  ],
])('when storage is %s, pictures last as long as the page', async (_case, prepare) => {
  prepare()
  const pictures = userPictures(ANA, fakeUrls())
  const url = pictures.keep(key(1), picture)
  await settled()
  expect(pictures.at(key(1))).toBe(url)
  await expect(pictures.find(key(1))).resolves.toBe(url)
  await expect(pictures.find(key(2))).resolves.toBeUndefined()
})

test('a logout removes all pictures from memory and from disk', async () => {
  const urls = fakeUrls()
  const pictures = userPictures(ANA, urls)
  const url = pictures.keep(key(1), picture)
  await settled()
  expect(disk.names()).toEqual([cacheName])
  await logOut()
  await settled()
  expect(urls.revoked).toEqual([url])
  expect(disk.names()).toEqual([])
})

test('a picture that is ready after the logout is not kept', async () => {
  const pictures = userPictures(ANA, fakeUrls())
  const finding = pictures.find(key(1))
  endSession()
  await settled()
  pictures.keep(key(1), picture)
  await settled()
  expect(disk.names()).toEqual([])
  await expect(finding).resolves.toBeUndefined()
})

test('no user sees the pictures of another user', async () => {
  userPictures(ANA, fakeUrls()).keep(key(1), picture)
  await settled()
  await logInAs(8)
  const other = userPictures(8, fakeUrls())
  expect(other.at(key(1))).toBeUndefined()
  await expect(other.find(key(1))).resolves.toBeUndefined()
})

test('a failed picture is not retried until the next session', async () => {
  const pictures = userPictures(ANA, fakeUrls())
  expect(pictures.isGivenUp(key(1))).toBe(false)
  pictures.giveUp(key(1))
  expect([pictures.isGivenUp(key(1)), pictures.isGivenUp(key(2))]).toEqual([true, false])
  pictures.giveUpAll()
  expect(pictures.isGivenUp(key(2))).toBe(true)
  expect((await nextVisit()).isGivenUp(key(1))).toBe(false)
})
