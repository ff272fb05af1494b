import { isOtherRevision, type ThumbnailKey } from './thumbnail-key.ts'

/** Never fails: missing pictures are rendered again. */
export interface PictureCache {
  read(key: ThumbnailKey): Promise<Blob | undefined>
  /** Also removes other revisions and the oldest pictures. */
  write(key: ThumbnailKey, picture: Blob): Promise<void>
}

const quietly = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch {
    return undefined // storage is missing, full or blocked
  }
}

/** @param open returns undefined without Cache Storage or session */
export const createPictureCache = (open: () => Promise<Cache> | undefined, limit: number): PictureCache => ({
  read: (key) =>
    quietly(async () => {
      const kept = await (await open())?.match(key)
      return kept?.blob()
    }),
  write: async (key, picture) => {
    await quietly(async () => {
      const cache = await open()
      if (!cache) return
      await cache.put(key, new Response(picture, { headers: { 'Content-Type': picture.type } }))
      // Insertion order: a rewritten picture moves to the end.
      const kept = await cache.keys()
      const outdated = kept.filter(({ url }) => isOtherRevision(new URL(url).pathname, key))
      const rest = kept.filter((request) => !outdated.includes(request))
      const surplus = rest.slice(0, Math.max(rest.length - limit, 0))
      await Promise.all([...outdated, ...surplus].map((request) => cache.delete(request)))
    })
  },
})
