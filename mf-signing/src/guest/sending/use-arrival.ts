import { useEffect, useRef } from 'react'
import { useLocation } from 'shared/router'
import { cameBySending } from '../next/SendingLink.tsx'

/** The way from another document ends on this one's name. The page has its own rule if it has no such focus. */
export const useArrival = () => {
  const place = useRef<HTMLDivElement>(null)
  const { state } = useLocation()
  useEffect(() => {
    const active = document.activeElement
    const isFree = active === null || active === document.body || active.tagName === 'MAIN'
    const title = place.current?.closest('header')?.querySelector('h1')
    if (!title || !isFree || !cameBySending(state)) return
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  }, [])
  return place
}
