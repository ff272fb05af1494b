import type { UserFile } from 'shared/contract'
import { THUMBNAIL_RATIO_MAX, THUMBNAIL_WIDTH_PX } from './constants.ts'

/** Address under which a picture is kept; nothing answers there but the cache. */
export type ThumbnailKey = `/thumbnails/${number}/${number}/${number}`

type Subject = Pick<UserFile, 'id' | 'revision'>

const KEY = /^\/thumbnails\/(\d+)\/(\d+)\/\d+$/

/** Width of a picture in device pixels: in steps, so that a zoomed page or another screen seldom needs another one. */
export const pictureWidth = (pixelRatio: number): number =>
  THUMBNAIL_WIDTH_PX * Math.min(Math.max(Math.ceil(pixelRatio), 1), THUMBNAIL_RATIO_MAX)

export const thumbnailKey = ({ id, revision }: Subject, width: number): ThumbnailKey =>
  `/thumbnails/${id}/${revision}/${width}`

/** Whether `key` is of an older or newer revision of the document that `other` is of. */
export const isOtherRevision = (key: string, other: ThumbnailKey): boolean => {
  const [, id, revision] = KEY.exec(key) ?? []
  const [, otherId, otherRevision] = KEY.exec(other) ?? []
  return id !== undefined && id === otherId && revision !== otherRevision
}
