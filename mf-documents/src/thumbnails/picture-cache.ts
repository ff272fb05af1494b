import { isOtherRevision, type ThumbnailKey } from './thumbnail-key.ts'

/** Pictures between two visits. Nothing here ever fails: what cannot be kept is made again. */
export interface PictureCache {
  read(key: ThumbnailKey): Promise<Blob | undefined>
  /** Keeps a picture; those of other revisions of its document go, and the oldest beyond the limit. */
  write(key: ThumbnailKey, picture: Blob): Promise<void>
}

const quietly = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch {
    return undefined // storage is missing, full or closed to us
  }
}

/**
 * @param open opens the Cache Storage, or answers undefined where there is none, or none any more
 * @param limit how many pictures are kept
 */
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
      // In the order in which they came: a picture that is written again goes to the end.
      const kept = await cache.keys()
      const outdated = kept.filter(({ url }) => isOtherRevision(new URL(url).pathname, key))
      const rest = kept.filter((request) => !outdated.includes(request))
      const surplus = rest.slice(0, Math.max(rest.length - limit, 0))
      await Promise.all([...outdated, ...surplus].map((request) => cache.delete(request)))
    })
  },
})
