import { useEffect, useRef } from 'react'
import { isSigningPath } from 'shared/contract'
import { useLocation, useNavigationType } from 'shared/router'
import { endSession } from 'shared/state'

/**
 * Arriving at a signing page with the back button clears the session. The first address of a page load counts as a
 * 'POP' for the router, too, and is none: a link from an e-mail ends nobody's session in another tab.
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

  // The browser may also bring the whole page back from its cache, as it was.
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted && isSigningPath(window.location.pathname)) endSession()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [])
}
