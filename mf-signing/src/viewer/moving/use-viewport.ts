import { type RefObject, useLayoutEffect } from 'react'
import { useLatest } from 'shared/state'
import { FIELD_BOUNDS_DELAY_MS } from '../constants.ts'
import { insetsOf } from './insets.ts'
import type { ViewModel } from './use-view.ts'

/** First at once, then debounced: each size lays out page and fields. */
export const useViewport = (ref: RefObject<HTMLElement | null>, model: ViewModel): void => {
  const latest = useLatest(model)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { dispatch, current, openingOf } = latest.current
      const { page } = current()
      const { above, below } = insetsOf(element)
      dispatch({
        type: 'viewport-measured',
        viewport: { width: element.clientWidth, height: element.clientHeight - above - below },
        opening: openingOf(page.width > 0 ? page : undefined),
      })
    }
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
