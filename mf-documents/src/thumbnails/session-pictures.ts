import { currentSession, sessionAtom, store, thumbnailCacheName } from 'shared/state'
import { THUMBNAILS_IN_MEMORY, THUMBNAILS_KEPT } from './constants.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'
import { createPictureMemory, type ObjectUrls, type PictureMemory } from './picture-memory.ts'
import type { ThumbnailKey } from './thumbnail-key.ts'

/** The pictures of one person's documents, for as long as they are logged in. */
export interface Pictures {
  /** The address of a picture that is at hand. */
  at(key: ThumbnailKey): string | undefined
  /** The address of a picture of an earlier visit. */
  find(key: ThumbnailKey): Promise<string | undefined>
  /** Keeps a new picture and answers its address. */
  keep(key: ThumbnailKey, picture: Blob): string
  /** The picture under this address is of no use. */
  forget(key: ThumbnailKey): void
  /** No picture can be made of this; it is not tried again while the page is open. */
  giveUp(key: ThumbnailKey): void
  /** No pictures can be made at all, for the time being. */
  giveUpAll(): void
  isGivenUp(key: ThumbnailKey): boolean
}

interface Parts {
  readonly memory: PictureMemory
  readonly cache: PictureCache
  /** Whether the person is still logged in. */
  readonly isOpen: () => boolean
}

const createPictures = ({ memory, cache, isOpen }: Parts): Pictures => {
  const hopeless = new Set<ThumbnailKey>()
  let unavailable = false
  return {
    at: (key) => memory.get(key),
    async find(key) {
      const picture = await cache.read(key)
      return memory.get(key) ?? (picture && isOpen() ? memory.set(key, picture) : undefined)
    },
    keep(key, picture) {
      void cache.write(key, picture)
      return memory.set(key, picture)
    },
    forget: (key) => memory.forget(key),
    giveUp: (key) => void hopeless.add(key),
    giveUpAll() {
      unavailable = true
    },
    isGivenUp: (key) => unavailable || hopeless.has(key),
  }
}

const isOf = (userId: number): boolean => {
  const session = currentSession()
  return session.kind === 'authenticated' && session.user.id === userId
}

/** The cache of a person who is still logged in: one that was deleted at the end must not come back. */
const openCacheOf = (userId: number): Promise<Cache> | undefined =>
  'caches' in globalThis && isOf(userId) ? caches.open(thumbnailCacheName(userId)) : undefined

const openPictures = (userId: number, urls: ObjectUrls): Pictures => {
  const memory = createPictureMemory(THUMBNAILS_IN_MEMORY, urls)
  const leave = store.sub(sessionAtom, () => {
    if (isOf(userId)) return
    memory.clear()
    if (live?.userId === userId) live = undefined
    leave()
  })
  const cache = createPictureCache(() => openCacheOf(userId), THUMBNAILS_KEPT)
  return createPictures({ memory, cache, isOpen: () => isOf(userId) })
}

let live: { readonly userId: number; readonly pictures: Pictures } | undefined

/** The pictures of the person who is logged in. */
export const picturesOf = (userId: number, urls: ObjectUrls = URL): Pictures => {
  if (live?.userId !== userId) live = { userId, pictures: openPictures(userId, urls) }
  return live.pictures
}
