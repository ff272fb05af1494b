import { type RefObject, useEffect } from 'react'
import { useLatest } from '../use-latest.ts'

/** How far below the window something may be and still count as in view: the next page is there before one arrives. */
const AHEAD = '600px'

/** Runs `onView` whenever the element is, or comes, into view while `enabled`; never in a browser that cannot tell. */
export const useInView = (element: RefObject<Element | null>, enabled: boolean, onView: () => void): void => {
  const latest = useLatest(onView)
  useEffect(() => {
    if (!enabled || !element.current || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) latest.current()
      },
      { rootMargin: `0px 0px ${AHEAD}` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, enabled, latest])
}
