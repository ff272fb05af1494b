import type { RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Point } from '../fields/geometry.ts'
import type { ViewModel } from './use-view.ts'

const placeOf = ({ scrollLeft, scrollTop }: Element): Point => ({ x: scrollLeft, y: scrollTop })

/**
 * Keeps the view and the scrolled area together. The area is scrolled to where the view says, after the page has its
 * new size; what a person scrolls is told to the view as a distance. A scroll event comes late, and half of them are
 * the echo of our own: taken as a place, each would undo what a hand has moved since.
 */
export const useScroll = (ref: RefObject<HTMLElement | null>, model: ViewModel): void => {
  const known = useRef<Point>({ x: 0, y: 0 })
  const { view, current, dispatch } = model
  const send = useRef(dispatch)
  useLayoutEffect(() => {
    send.current = dispatch
  })
  // Every view that is rendered is scrolled to, at the newest pan.
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const { pan } = current()
    element.scrollLeft = pan.x
    element.scrollTop = pan.y
    known.current = placeOf(element)
  }, [ref, view, current])

  useEffect(() => {
    const element = ref.current
    if (!element) return
    const onScroll = () => {
      const now = placeOf(element)
      const [dx, dy] = [now.x - known.current.x, now.y - known.current.y]
      known.current = now
      if (dx !== 0 || dy !== 0) send.current({ type: 'scrolled', dx, dy })
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [ref])
}
