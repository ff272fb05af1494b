import { useEffect, useRef } from 'react'
import { CANVAS_MAX_PIXELS, RENDER_DEBOUNCE_MS } from './constants.ts'
import type { PdfPage, RenderTask } from './engine/pdf-engine.ts'
import { useDevicePixelRatio } from './use-device-pixel-ratio.ts'
import styles from './Viewer.module.css'

/** Scale at which a page is painted: sharp on this screen, and never more pixels than every browser can show. */
export const renderScale = ({ size }: Pick<PdfPage, 'size'>, zoom: number, pixelRatio: number): number => {
  const wanted = zoom * pixelRatio
  const largest = Math.sqrt(CANVAS_MAX_PIXELS / (size.width * size.height))
  return Math.min(wanted, largest)
}

/** Gives back the memory of a canvas at once; browsers are slow to do it by themselves. */
const dispose = (canvas: Element) => {
  canvas.remove()
  if (canvas instanceof HTMLCanvasElement) {
    canvas.width = 0
    canvas.height = 0
  }
}

export interface PageCanvasProps {
  readonly page: PdfPage
  readonly zoom: number
  readonly label: string
  readonly onFailed: () => void
  readonly onPainted?: () => void
}

/**
 * The picture of one page. Every painting has a canvas of its own, which replaces the old one when it is done: a
 * cancelled painting leaves nothing behind, and while the zoom moves the old picture is stretched.
 */
export function PageCanvas({ page, zoom, label, onFailed, onPainted }: PageCanvasProps) {
  const holder = useRef<HTMLDivElement>(null)
  const pixelRatio = useDevicePixelRatio()
  const report = useRef({ onFailed, onPainted })
  useEffect(() => {
    report.current = { onFailed, onPainted }
  })

  useEffect(() => {
    const place = holder.current
    if (!place) return
    let task: RenderTask | undefined
    const paint = async () => {
      const canvas = document.createElement('canvas')
      task = page.render(canvas, renderScale(page, zoom, pixelRatio))
      if ((await task.finished) === 'cancelled') return dispose(canvas)
      const old = [...place.children]
      place.append(canvas)
      old.forEach(dispose)
      report.current.onPainted?.()
    }
    // The first picture is waited for; the next ones follow the zoom.
    const delay = place.childElementCount === 0 ? 0 : RENDER_DEBOUNCE_MS
    const start = () => void paint().catch(() => report.current.onFailed())
    const timer = delay === 0 ? undefined : setTimeout(start, delay)
    if (delay === 0) start()
    return () => {
      clearTimeout(timer)
      task?.cancel()
    }
  }, [page, zoom, pixelRatio])

  useEffect(() => {
    const place = holder.current
    return () => [...(place?.children ?? [])].forEach(dispose)
  }, [])

  return <div ref={holder} className={styles.picture} role="img" aria-label={label} />
}
