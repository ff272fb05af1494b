import { useEffect } from 'react'
import type { LaidText } from '../engine/pdf-engine.ts'
import { nearestText } from './nearest-text.ts'

const mouseOf = (event: PointerEvent): boolean => event.pointerType === 'mouse' && event.button === 0

/** Browsers stop outside the lines, or select to the end of the page. */
export const useSelecting = (holder: { readonly current: HTMLElement | null }, runs: readonly LaidText[]): void => {
  useEffect(() => {
    const place = holder.current
    if (!place) return
    const controller = new AbortController()
    const { signal } = controller
    let selecting = false
    place.addEventListener(
      'pointerdown',
      (event) => {
        selecting = mouseOf(event)
      },
      { signal },
    )
    const follow = (event: PointerEvent) => {
      const selection = document.getSelection()
      const onText = event.target instanceof Node && place.contains(event.target)
      if (!selecting || onText || !selection?.anchorNode || !place.contains(selection.anchorNode)) return
      const boxes = runs.map(({ element }) => element.getBoundingClientRect())
      const nearest = nearestText(boxes, { x: event.clientX, y: event.clientY })
      if (!nearest) return
      const text = runs[nearest.index]?.element.firstChild
      if (text instanceof Text) selection.extend(text, nearest.side === 'start' ? 0 : text.length)
    }
    const end = () => {
      selecting = false
    }
    document.addEventListener('pointermove', follow, { signal })
    document.addEventListener('pointerup', end, { signal })
    document.addEventListener('pointercancel', end, { signal })
    return () => controller.abort()
  }, [holder, runs])
}
