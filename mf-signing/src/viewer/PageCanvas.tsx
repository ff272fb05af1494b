import { useEffect, useRef } from 'react'
import { useLatest } from 'shared/state'
import { renderScale } from '../geometry/page-layout.ts'
import { releaseCanvas } from '../pdfjs/canvas.ts'
import { RENDER_DEBOUNCE_MS } from './constants.ts'
import type { ViewedPage } from './engine/pdf-engine.ts'
import type { PaintAhead } from './painting/paint-ahead.ts'
import type { PagePainting } from './painting/painting.ts'
import { useDevicePixelRatio } from './use-device-pixel-ratio.ts'
import styles from './Viewer.module.css'

export interface PageCanvasProps {
  readonly page: ViewedPage
  readonly zoom: number
  readonly mostPixels: number
  readonly label: string
  readonly ahead: PaintAhead
  readonly onFailed: () => void
  readonly onPainted: () => void
}

/** Deferred: freeing memory delays the next picture. */
const releaseSoon = (canvases: readonly Element[]): void => {
  setTimeout(() => canvases.forEach(releaseCanvas))
}

/** Until a render is complete, the old picture is scaled. */
export function PageCanvas({ page, zoom, mostPixels, label, ahead, onFailed, onPainted }: PageCanvasProps) {
  const holder = useRef<HTMLDivElement>(null)
  const pixelRatio = useDevicePixelRatio()
  const scale = renderScale(page, zoom, pixelRatio, mostPixels)
  const report = useLatest({ onFailed, onPainted })

  useEffect(() => {
    const place = holder.current
    if (!place) return
    let painting: PagePainting | undefined
    let state: 'wanted' | 'hung' | 'gone' = 'wanted'
    const paint = async () => {
      painting = ahead.take(page, scale)
      if ((await painting.finished) === 'cancelled' || state === 'gone') return
      state = 'hung'
      const old = [...place.children]
      place.replaceChildren(painting.canvas)
      releaseSoon(old)
      report.current.onPainted()
    }
    const start = () => void paint().catch(() => state === 'gone' || report.current.onFailed())
    // Later ones are debounced.
    const isFirst = place.childElementCount === 0
    if (isFirst) start()
    const timer = isFirst ? undefined : setTimeout(start, RENDER_DEBOUNCE_MS)
    return () => {
      clearTimeout(timer)
      if (state !== 'hung') painting?.discard()
      state = 'gone'
    }
  }, [page, scale, ahead])

  useEffect(() => {
    const place = holder.current
    return () => releaseSoon([...(place?.children ?? [])])
  }, [])

  return <div ref={holder} className={styles.picture} role="img" aria-label={label} />
}
