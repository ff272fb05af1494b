import type { RefObject } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { defaultZoom, FIELD_BOUNDS_DELAY_MS } from './constants.ts'
import type { ViewAction } from './view.ts'

/**
 * Tells the view how large its window is: at once when it opens, and when it has come to rest after every change. A
 * window that is being pulled wider would otherwise lay out the page and its fields for every pixel.
 */
export const useViewport = (ref: RefObject<HTMLElement | null>, dispatch: (action: ViewAction) => void): void => {
  const send = useRef(dispatch)
  useLayoutEffect(() => {
    send.current = dispatch
  })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () =>
      send.current({
        type: 'viewport-measured',
        viewport: { width: element.clientWidth, height: element.clientHeight },
        initialZoom: defaultZoom(window.innerWidth),
      })
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, FIELD_BOUNDS_DELAY_MS)
    }
    measure()
    const observer = new ResizeObserver(later)
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [ref])
}
