import { useEffect, useState } from 'react'
import type { UserFile } from 'shared/contract'
import { useSession } from 'shared/state'
import { picturesOf } from './session-pictures.ts'
import { pictureWidth, thumbnailKey } from './thumbnail-key.ts'

/** A picture on a card: `made` when the person has waited for it, so that it may arrive softly. */
export interface ShownPicture {
  readonly url: string
  readonly made: boolean
}

export interface ThumbnailModel {
  /** Width that a picture is made with, in device pixels. */
  readonly width: number
  readonly shown: ShownPicture | undefined
  /** There is none, and one may be made. */
  readonly wanted: boolean
  readonly keep: (picture: Blob) => void
  /** None can be made of this document. */
  readonly giveUp: () => void
  /** None can be made at all. */
  readonly giveUpAll: () => void
  /** The picture that is shown cannot be. */
  readonly discard: () => void
}

/**
 * The picture of a document: from memory at once, from an earlier visit right after. Until a new revision has its own,
 * the one before stays.
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
