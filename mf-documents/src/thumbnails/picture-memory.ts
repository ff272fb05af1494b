import type { ThumbnailKey } from './thumbnail-key.ts'

export interface ObjectUrls {
  createObjectURL(blob: Blob): string
  revokeObjectURL(url: string): void
}

/** Least recently used pictures are evicted. */
export interface PictureMemory {
  /** Use the URL in an `<img>` at once. */
  get(key: ThumbnailKey): string | undefined
  set(key: ThumbnailKey, picture: Blob): string
  forget(key: ThumbnailKey): void
  clear(): void
}

export const createPictureMemory = (limit: number, urls: ObjectUrls): PictureMemory => {
  // In order of last use.
  const kept = new Map<ThumbnailKey, string>()
  const forget = (key: ThumbnailKey) => {
    const url = kept.get(key)
    if (url === undefined) return
    kept.delete(key)
    urls.revokeObjectURL(url)
  }
  return {
    get(key) {
      const url = kept.get(key)
      if (url === undefined) return undefined
      kept.delete(key)
      kept.set(key, url)
      return url
    },
    set(key, picture) {
      forget(key)
      const url = urls.createObjectURL(picture)
      kept.set(key, url)
      for (const oldest of kept.keys()) {
        if (kept.size <= limit) break
        forget(oldest)
      }
      return url
    },
    forget,
    clear() {
      for (const key of [...kept.keys()]) forget(key)
    },
  }
}
