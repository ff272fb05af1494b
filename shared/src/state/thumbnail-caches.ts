const PREFIX = 'trazo-thumbnails-'

/** Name of the Cache Storage that holds the pictures of one person's documents, for as long as the session lasts. */
export const thumbnailCacheName = (userId: number): string => `${PREFIX}${userId}`

/** Deletes the pictures of everybody's documents. A browser without Cache Storage, or with a closed one, has none. */
export const dropThumbnailCaches = async (): Promise<void> => {
  if (!('caches' in globalThis)) return
  try {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)))
  } catch {
    // closed to us (private window, policy)
  }
}
