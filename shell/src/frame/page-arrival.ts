import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'shared/router'
import { pageTitle } from './page-title.ts'

/** Id of the page's content: where the skip link leads. */
export const CONTENT_ID = 'contenido'

const content = (): HTMLElement | null => document.getElementById(CONTENT_ID)

/** Puts the focus on the page's title, or on its content while there is no title yet. */
const focusPage = (): void => {
  const main = content()
  const title = main?.querySelector('h1')
  if (title && !title.hasAttribute('tabindex')) title.tabIndex = -1
  const target = title ?? main
  target?.focus({ preventScroll: true })
}

/** For content that came later: takes the focus on to its title, if it still waits on the content as a whole. */
export const useLateTitle = (): void => {
  useEffect(() => {
    if (document.activeElement === content()) focusPage()
  }, [])
}

/** On every new page: its title in the tab, its start in view, and the focus where a screen reader begins to read. */
export const usePageArrival = (): void => {
  const { pathname } = useLocation()
  const navigation = useNavigationType()
  const last = useRef(pathname)

  // Before the effects of the page itself: a page may know its title better than its address does.
  useLayoutEffect(() => {
    document.title = pageTitle(pathname)
  }, [pathname])

  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    // Going back, the browser knows better where the reader was.
    if (navigation !== 'POP') window.scrollTo(0, 0)
    focusPage()
  }, [pathname, navigation])
}
