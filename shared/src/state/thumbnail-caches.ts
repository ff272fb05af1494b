const PREFIX = 'trazo-thumbnails-'

/** Deleted when the session ends. */
export const thumbnailCacheName = (userId: number): string => `${PREFIX}${userId}`

export const dropThumbnailCaches = async (): Promise<void> => {
  if (!('caches' in globalThis)) return
  try {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)))
  } catch {
    // Cache Storage is blocked (private window, policy)
  }
}
