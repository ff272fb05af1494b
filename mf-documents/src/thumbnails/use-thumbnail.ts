import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { useLatest, useSession } from 'shared/state'
import { userPictures } from './session-pictures.ts'
import { pictureWidth, type ThumbnailKey, thumbnailKey } from './thumbnail-key.ts'

/** `made`: rendered just now, so fade in. */
interface ShownPicture {
  readonly url: string
  readonly made: boolean
}

export interface ThumbnailModel {
  /** In device pixels. */
  readonly width: number
  readonly shown: ShownPicture | undefined
  readonly wanted: boolean
  readonly keep: (picture: Blob) => void
  readonly giveUp: () => void
  readonly giveUpAll: () => void
  readonly discard: () => void
}

const useStoredPicture = (
  userId: number | undefined,
  key: ThumbnailKey,
  onFound: (url: string) => void,
  onMissing: () => void,
): void => {
  const latest = useLatest({ onFound, onMissing })
  useEffect(() => {
    if (userId === undefined) return
    const pictures = userPictures(userId)
    let isMounted = true
    const report = (url: string | undefined) => {
      if (!isMounted) return
      if (url !== undefined) latest.current.onFound(url)
      else if (!pictures.isGivenUp(key)) latest.current.onMissing()
    }
    const url = pictures.at(key)
    if (url === undefined) void pictures.find(key).then(report)
    else report(url)
    return () => {
      isMounted = false
    }
  }, [userId, key, latest])
}

/**
 * The previous revision's picture
 * stays until the new one is ready.
 */
export const useThumbnail = (file: UserFile): ThumbnailModel => {
  const session = useSession()
  const userId = session.kind === 'authenticated' ? session.user.id : undefined
  const width = pictureWidth(globalThis.devicePixelRatio)
  const key = thumbnailKey(file, width)
  const pictures = () => (userId === undefined ? undefined : userPictures(userId))
  const [shown, setShown] = useState<ShownPicture | undefined>(() => {
    const url = pictures()?.at(key)
    return url === undefined ? undefined : { url, made: false }
  })
  const [missing, setMissing] = useState<string>()
  useStoredPicture(
    userId,
    key,
    (url) => setShown((old) => (old?.url === url ? old : { url, made: false })),
    () => setMissing(key),
  )
  const settle = () => setMissing(undefined)
  return {
    width,
    shown,
    wanted: missing === key,
    keep: (picture) => {
      const url = pictures()?.keep(key, picture)
      if (url !== undefined) setShown({ url, made: true })
      settle()
    },
    giveUp: () => {
      pictures()?.giveUp(key)
      settle()
    },
    giveUpAll: () => {
      pictures()?.giveUpAll()
      settle()
    },
    discard: () => {
      pictures()?.forget(key)
      setShown(undefined)
    },
  }
}
