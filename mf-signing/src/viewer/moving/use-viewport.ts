import { type RefObject, useLayoutEffect } from 'react'
import { defaultZoom } from '../../geometry/page-layout.ts'
import { useLatest } from '../../ui/use-latest.ts'
import { FIELD_BOUNDS_DELAY_MS } from '../constants.ts'
import type { ViewAction } from './view.ts'

/** First at once, then debounced: each size lays out page and fields. */
export const useViewport = (ref: RefObject<HTMLElement | null>, dispatch: (action: ViewAction) => void): void => {
  const send = useLatest(dispatch)
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
    const debounced = () => {
      clearTimeout(timer)
      timer = setTimeout(measure, FIELD_BOUNDS_DELAY_MS)
    }
    measure()
    const observer = new ResizeObserver(debounced)
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [ref])
}
