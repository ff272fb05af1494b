import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PictureSubject } from './load-picture.ts'
import { pictureWidth } from './picture-width.ts'
import { useIdleInView } from './use-idle-in-view.ts'

const keyOf = (subject: PictureSubject | undefined): string => (subject ? Object.values(subject).join('/') : '')

export interface PagePictureModel {
  /** Of the picture that arrived last: that of an earlier revision stays until the next one is there. */
  readonly url: string | undefined
  /** For an image that the browser cannot show. */
  readonly discard: () => void
}

/**
 * Asks for the picture of a page when its place is near the view; without one the place keeps its drawing.
 * @param subject undefined: not yet
 * @param width in CSS pixels
 */
export const usePagePicture = (
  place: RefObject<Element | null>,
  subject: PictureSubject | undefined,
  width: number,
): PagePictureModel => {
  const key = keyOf(subject)
  const near = useIdleInView(place, subject !== undefined)
  const [url, setUrl] = useState<string>()
  /** Also of a page that cannot be drawn. */
  const answered = useRef('')
  const load = useEffectEvent(async (signal: AbortSignal) => {
    if (subject === undefined) return
    const { loadPicture } = await import(/* webpackChunkName: "deferred-pictures" */ './load-picture.ts')
    const picture = await loadPicture(subject, pictureWidth(width, globalThis.devicePixelRatio), signal)
    if (signal.aborted) return
    answered.current = key
    setUrl(picture && URL.createObjectURL(picture))
  })

  useEffect(() => {
    if (!near || answered.current === key) return
    const gone = new AbortController()
    // Asked again when the place comes near the view the next time.
    load(gone.signal).catch(() => undefined)
    return () => gone.abort()
  }, [near, key])
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])

  return { url, discard: () => setUrl(undefined) }
}
