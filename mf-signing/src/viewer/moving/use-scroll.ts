import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLatest } from 'shared/state'
import type { Point, Size } from '../../geometry/geometry.ts'
import { contentSize, pageAt } from '../../geometry/page-layout.ts'
import { PLACED_EVENT } from '../constants.ts'
import type { ViewModel } from './use-view.ts'

const scrollPlace = ({ scrollLeft, scrollTop }: Element): Point => ({ x: scrollLeft, y: scrollTop })

/**
 * Sends scrolling as a distance: scroll events are late, and many echo our
 * own scrolling. An absolute position would undo newer moves.
 */
export const useScroll = (
  ref: RefObject<HTMLElement | null>,
  model: ViewModel,
  onRead: (page: number) => void,
): void => {
  const known = useRef<Point>({ x: 0, y: 0 })
  const { view, current, dispatch } = model
  const latest = useLatest({ dispatch, onRead })
  const laid = useRef<Size>({ width: 0, height: 0 })
  // Skips unchanged values, which would force a layout.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const { pan } = current()
    const { width, height } = contentSize(view)
    const isSame = laid.current.width === width && laid.current.height === height
    if (isSame && known.current.x === pan.x && known.current.y === pan.y) return
    laid.current = { width, height }
    element.scrollLeft = pan.x
    element.scrollTop = pan.y
    known.current = scrollPlace(element)
    element.dispatchEvent(new Event(PLACED_EVENT))
  }, [ref, view, current])

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const onScroll = () => {
      const now = scrollPlace(element)
      const [dx, dy] = [now.x - known.current.x, now.y - known.current.y]
      known.current = now
      if (dx === 0 && dy === 0) return
      latest.current.dispatch({ type: 'scrolled', dx, dy })
      const { column, ...layout } = current()
      const page = column && pageAt({ ...layout, column }, now.y)
      if (page && page !== column.number) latest.current.onRead(page)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [ref, current])
}
