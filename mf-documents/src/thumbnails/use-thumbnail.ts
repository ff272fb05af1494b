import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { useSession } from 'shared/state'
import { picturesOf } from './session-pictures.ts'
import { pictureWidth, thumbnailKey } from './thumbnail-key.ts'

/** `made`: rendered just now, so fade in. */
export interface ShownPicture {
  readonly url: string
  readonly made: boolean
}

export interface ThumbnailModel {
  /** In device pixels. */
  readonly width: number
  readonly shown: ShownPicture | undefined
  /** A picture may be rendered. */
  readonly wanted: boolean
  readonly keep: (picture: Blob) => void
  /** Rendering this document failed. */
  readonly giveUp: () => void
  /** Rendering is unavailable. */
  readonly giveUpAll: () => void
  /** The picture fails to load. */
  readonly discard: () => void
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
  const at = () => (userId === undefined ? undefined : picturesOf(userId).at(key))
  const [shown, setShown] = useState<ShownPicture | undefined>(() => {
    const url = at()
    return url === undefined ? undefined : { url, made: false }
  })
  const [missing, setMissing] = useState<string>()

  useEffect(() => {
    if (userId === undefined) return
    const pictures = picturesOf(userId)
    let here = true
    const say = (url: string | undefined) => {
      if (!here) return
      if (url !== undefined) setShown((old) => (old?.url === url ? old : { url, made: false }))
      else if (!pictures.isGivenUp(key)) setMissing(key)
    }
    const url = pictures.at(key)
    if (url === undefined) void pictures.find(key).then(say)
    else say(url)
    return () => {
      here = false
    }
  }, [userId, key])

  const done = () => setMissing(undefined)
  const pictures = () => (userId === undefined ? undefined : picturesOf(userId))
  return {
    width,
    shown,
    wanted: missing === key,
    keep: (picture) => {
      const url = pictures()?.keep(key, picture)
      if (url !== undefined) setShown({ url, made: true })
      done()
    },
    giveUp: () => {
      pictures()?.giveUp(key)
      done()
    },
    giveUpAll: () => {
      pictures()?.giveUpAll()
      done()
    },
    discard: () => {
      pictures()?.forget(key)
      setShown(undefined)
    },
  }
}
