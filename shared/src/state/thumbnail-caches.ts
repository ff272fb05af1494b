const PREFIX = 'trazo-thumbnails-'

/** Releases of mf_documents up to 0.2.0 keep pictures there. */
export const thumbnailCacheName = (userId: number): string => `${PREFIX}${userId}`

/** At the start of a session and at its end. */
export const dropThumbnailCaches = async (): Promise<void> => {
  if (!('caches' in globalThis)) return
  try {
    const names = await caches.keys()
    await Promise.all(names.filter((name) => name.startsWith(PREFIX)).map((name) => caches.delete(name)))
  } catch {
    // Cache Storage is blocked (private window, policy)
  }
}
