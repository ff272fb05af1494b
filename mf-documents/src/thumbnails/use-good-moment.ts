import { type RefObject, useEffect, useState } from 'react'
import { NEAR_VIEW } from './constants.ts'
import { whenIdle } from './when-idle.ts'

const sparesData = (): boolean => {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && !!connection.saveData
}

/**
 * True near the viewport, after an idle callback. Never
 * with data saving or without IntersectionObserver.
 *
 * @param wanted false disables the observer
 */
export const useGoodMoment = (place: RefObject<Element | null>, wanted: boolean): boolean => {
  const [good, setGood] = useState(false)

  useEffect(() => {
    const element = place.current
    if (!wanted || !element || !('IntersectionObserver' in globalThis) || sparesData()) return
    let cancel: (() => void) | undefined
    const leave = () => {
      cancel?.()
      cancel = undefined
      setGood(false)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.at(-1)?.isIntersecting) leave()
        else cancel ??= whenIdle(() => setGood(true))
      },
      { rootMargin: NEAR_VIEW },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      leave()
    }
  }, [place, wanted])

  return good
}
