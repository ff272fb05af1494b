import { type RefObject, useEffect } from 'react'
import { useLatest } from '../../use-latest.ts'

const AHEAD = '600px'

/** Never calls `onView` without IntersectionObserver. */
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
