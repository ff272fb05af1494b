import type { UserFile } from 'shared/contract'
import { THUMBNAIL_RATIO_MAX, THUMBNAIL_WIDTH_PX } from './constants.ts'

/** Cache key; no server answers at this path. */
export type ThumbnailKey = `/thumbnails/${number}/${number}/${number}`

type Subject = Pick<UserFile, 'id' | 'revision'>

const KEY = /^\/thumbnails\/(\d+)\/(\d+)\/\d+$/

/**
 * Returns device pixels, rounded up, so that
 * zooming rarely needs another picture.
 */
export const pictureWidth = (pixelRatio: number): number =>
  THUMBNAIL_WIDTH_PX * Math.min(Math.max(Math.ceil(pixelRatio), 1), THUMBNAIL_RATIO_MAX)

export const thumbnailKey = ({ id, revision }: Subject, width: number): ThumbnailKey =>
  `/thumbnails/${id}/${revision}/${width}`

export const isOtherRevision = (key: string, other: ThumbnailKey): boolean => {
  const [, id, revision] = KEY.exec(key) ?? []
  const [, otherId, otherRevision] = KEY.exec(other) ?? []
  return id !== undefined && id === otherId && revision !== otherRevision
}
