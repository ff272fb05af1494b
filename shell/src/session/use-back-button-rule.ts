import { useEffect, useRef } from 'react'
import { isSigningPath } from 'shared/contract'
import { useLocation, useNavigationType } from 'shared/router'
import { endSession } from 'shared/state'

/**
 * Applies to signing pages. The first location of a page load is also a
 * 'POP' but does not count: an e-mail link keeps other tabs' sessions.
 */
export const useBackButtonRule = (): void => {
  const { key, pathname } = useLocation()
  const navigation = useNavigationType()
  const seen = useRef(key)

  useEffect(() => {
    const arrived = seen.current !== key
    seen.current = key
    if (arrived && navigation === 'POP' && isSigningPath(pathname)) endSession()
  }, [key, pathname, navigation])

  // The back-forward cache may restore the whole page.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && isSigningPath(window.location.pathname)) endSession()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}
