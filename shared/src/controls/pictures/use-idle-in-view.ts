import { type RefObject, useEffect, useState } from 'react'

/** Distance from the view at which a picture is asked for. */
const NEAR_VIEW = '240px'
/** Safari has no idle callbacks. */
const IDLE_MS = 300

const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(run, IDLE_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}

const savesData = (): boolean => {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && !!connection.saveData
}

/**
 * True near the view (the viewport, or the nearest `[data-pictures]`, which
 * scrolls), after an idle callback. Never with data saving or without
 * IntersectionObserver.
 */
export const useIdleInView = (place: RefObject<Element | null>, wanted: boolean): boolean => {
  const [ready, setReady] = useState(false)

  useEffect(() => {
    const element = place.current
    if (!wanted || !element || !('IntersectionObserver' in globalThis) || savesData()) return
    let cancel: (() => void) | undefined
    const leave = () => {
      cancel?.()
      cancel = undefined
      setReady(false)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) leave()
        else cancel ??= whenIdle(() => setReady(true))
      },
      { root: element.closest('[data-pictures]'), rootMargin: NEAR_VIEW },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      leave()
    }
  }, [place, wanted])

  return ready
}
