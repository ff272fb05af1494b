import { type RefObject, useEffect, useState } from 'react'

/** Pictures are begun this far above and below the strip. */
const MARGIN = '160px 0px'

/** Whether the element can be seen in its scroll area, or soon. False without IntersectionObserver. */
export const useInView = (ref: RefObject<Element | null>): boolean => {
  const [inView, setInView] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element || !('IntersectionObserver' in globalThis)) return
    const observer = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), {
      root: element.closest('[data-strip]'),
      rootMargin: MARGIN,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return inView
}
