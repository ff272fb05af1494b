import { useEffect, useLayoutEffect, useRef } from 'react'
import { PRODUCT } from 'shared/contract'
import { useLocation, useNavigationType } from 'shared/router'
import { hasExternalRemotes, useStartRegistry } from '../registry/StartRegistry.tsx'
import { pageTitle } from './page-title.ts'

/** Target of the skip link. */
export const CONTENT_ID = 'contenido'

const content = (): HTMLElement | null => document.getElementById(CONTENT_ID)

/** Uses the content while there is no h1. */
const focusPage = (): void => {
  const main = content()
  const title = main?.querySelector('h1')
  if (title && !title.hasAttribute('tabindex')) title.tabIndex = -1
  const target = title ?? main
  target?.focus({ preventScroll: true })
}

export const useFocusOnLateTitle = (): void => {
  useEffect(() => {
    if (document.activeElement === content()) focusPage()
  }, [])
}

export const usePageChange = (): void => {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const remotes = useStartRegistry()
  // A page that another remote adds sets its own.
  const unknown = remotes && !hasExternalRemotes(remotes) ? undefined : PRODUCT
  const last = useRef(pathname)

  // The page's own effects may override the title.
  useLayoutEffect(() => {
    document.title = pageTitle(pathname, unknown)
  }, [pathname, unknown])

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // On back navigation the browser restores the scroll position.
    if (navigation !== 'POP') window.scrollTo(0, 0)
    focusPage()
  }, [pathname, navigation])
}
