import { fakeCaches } from '../testing/fake-caches.ts'
import { createPictureCache } from './picture-cache.ts'
import type { ThumbnailKey } from './thumbnail-key.ts'

const NAME = 'pictures'
const picture = new Blob(['picture'], { type: 'image/webp' })
const key = (id: number): ThumbnailKey => `/thumbnails/${id}/1/128`

const setUp = (limit: number) => {
  const disk = fakeCaches()
  disk.install()
  return { disk, cache: createPictureCache(() => caches.open(NAME), limit) }
}

test('the cache returns a written picture with its type, and nothing for another key', async () => {
  const { cache } = setUp(3)
  await cache.write(key(1), picture)
  await expect(cache.read(key(1))).resolves.toHaveProperty('type', 'image/webp')
  await expect(cache.read(key(2))).resolves.toBeUndefined()
})

test('beyond the limit the cache drops the oldest picture, and a rewritten picture becomes the newest', async () => {
  const { cache, disk } = setUp(3)
  for (const id of [1, 2, 3, 1, 4]) await cache.write(key(id), picture)
  expect(await disk.paths(NAME)).toEqual([key(3), key(1), key(4)])
  await cache.write(key(5), picture)
  expect(await disk.paths(NAME)).toEqual([key(1), key(4), key(5)])
})

test('without storage, the cache keeps no pictures and does not fail', async () => {
  const cache = createPictureCache(() => undefined, 3)
  await cache.write(key(1), picture)
  await expect(cache.read(key(1))).resolves.toBeUndefined()
})
