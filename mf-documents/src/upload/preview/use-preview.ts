import { useEffect, useState, useSyncExternalStore } from 'react'

const NO_PREVIEW_UP_TO_PX = 768
const PREVIEW_WIDTH_PX = 480
const PREVIEW_RATIO_MAX = 2

/** Excludes phones and tablets (coarse pointer). */
const WIDE_SCREEN = `(width > ${NO_PREVIEW_UP_TO_PX}px) and (not (pointer: coarse))`

const wideScreenQuery = (): MediaQueryList | undefined =>
  'matchMedia' in globalThis ? matchMedia(WIDE_SCREEN) : undefined

const subscribeToWidth = (onChange: () => void) => {
  const query = wideScreenQuery()
  query?.addEventListener('change', onChange)
  return () => query?.removeEventListener('change', onChange)
}

const useWideScreen = (): boolean => useSyncExternalStore(subscribeToWidth, () => wideScreenQuery()?.matches ?? false)

type Preview =
  | { readonly kind: 'making' }
  | { readonly kind: 'shown'; readonly url: string; readonly pageCount: number }
  /** The file may still be uploadable. */
  | { readonly kind: 'none' }

export interface PreviewModel {
  readonly preview: Preview
  readonly file: File
  /** In device pixels. */
  readonly width: number
  readonly show: (picture: Blob, pageCount: number) => void
  readonly giveUp: () => void
}

interface Made {
  readonly file: File
  readonly preview: Preview
}

const pictureUrl = (made: Made | undefined) => (made?.preview.kind === 'shown' ? made.preview.url : undefined)

/** Drops pictures of previous files. */
export const useUploadPreview = (file: File | undefined): PreviewModel | undefined => {
  const wide = useWideScreen()
  const subject = wide ? file : undefined
  const [made, setMade] = useState<Made>()
  const url = pictureUrl(made)

  useEffect(() => () => setMade((old) => (old?.file === subject ? undefined : old)), [subject])
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])

  if (!subject) return undefined
  return {
    file: subject,
    width: PREVIEW_WIDTH_PX * Math.min(Math.max(globalThis.devicePixelRatio, 1), PREVIEW_RATIO_MAX),
    preview: made?.file === subject ? made.preview : { kind: 'making' },
    show: (picture, pageCount) =>
      setMade({ file: subject, preview: { kind: 'shown', url: URL.createObjectURL(picture), pageCount } }),
    giveUp: () => setMade({ file: subject, preview: { kind: 'none' } }),
  }
}
