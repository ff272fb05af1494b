import { currentSession, sessionAtom, store, thumbnailCacheName } from 'shared/state'
import { THUMBNAILS_IN_MEMORY, THUMBNAILS_KEPT } from './constants.ts'
import { createPictureCache, type PictureCache } from './picture-cache.ts'
import { createPictureMemory, type ObjectUrls, type PictureMemory } from './picture-memory.ts'
import type { ThumbnailKey } from './thumbnail-key.ts'

export interface SessionPictures {
  at(key: ThumbnailKey): string | undefined
  find(key: ThumbnailKey): Promise<string | undefined>
  keep(key: ThumbnailKey, picture: Blob): string
  forget(key: ThumbnailKey): void
  /** Do not retry while the page is open. */
  giveUp(key: ThumbnailKey): void
  giveUpAll(): void
  isGivenUp(key: ThumbnailKey): boolean
}

interface Parts {
  readonly memory: PictureMemory
  readonly cache: PictureCache
  readonly isOpen: () => boolean
}

const createPictures = ({ memory, cache, isOpen }: Parts): SessionPictures => {
  const failed = new Set<ThumbnailKey>()
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
    giveUp: (key) => void failed.add(key),
    giveUpAll() {
      unavailable = true
    },
    isGivenUp: (key) => unavailable || failed.has(key),
  }
}

const isCurrentUser = (userId: number): boolean => {
  const session = currentSession()
  return session.kind === 'authenticated' && session.user.id === userId
}

/**
 * Undefined after logout, so that a
 * deleted cache is not recreated.
 */
const openUserCache = (userId: number): Promise<Cache> | undefined =>
  'caches' in globalThis && isCurrentUser(userId) ? caches.open(thumbnailCacheName(userId)) : undefined

const openPictures = (userId: number, urls: ObjectUrls): SessionPictures => {
  const memory = createPictureMemory(THUMBNAILS_IN_MEMORY, urls)
  const unsubscribe = store.sub(sessionAtom, () => {
    if (isCurrentUser(userId)) return
    memory.clear()
    if (current?.userId === userId) current = undefined
    unsubscribe()
  })
  const cache = createPictureCache(() => openUserCache(userId), THUMBNAILS_KEPT)
  return createPictures({ memory, cache, isOpen: () => isCurrentUser(userId) })
}

let current: { readonly userId: number; readonly pictures: SessionPictures } | undefined

export const userPictures = (userId: number, urls: ObjectUrls = URL): SessionPictures => {
  if (current?.userId !== userId) current = { userId, pictures: openPictures(userId, urls) }
  return current.pictures
}
