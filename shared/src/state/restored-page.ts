import { currentSession, leaveSession } from './session.ts'
import { readStoredSession } from './storage.ts'

/** False if another tab ended the session of this page. */
const isStillOpen = (): boolean => {
  const session = currentSession()
  const { user, tokens } = readStoredSession()
  return session.kind !== 'authenticated' || (tokens !== undefined && user?.id === session.user.id)
}

const setVisibility = (visibility: '' | 'hidden'): void => {
  document.documentElement.style.visibility = visibility
}

/** Hides a page that the browser keeps: it must not flash. */
const onPageHide = ({ persisted }: PageTransitionEvent): void => {
  if (persisted && currentSession().kind === 'authenticated') setVisibility('hidden')
}

/** A page in the back/forward cache gets no `storage` event. */
const onPageShow =
  (reload: () => void) =>
  ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    if (isStillOpen()) setVisibility('')
    else {
      leaveSession()
      // Only a new page has no data of the old session.
      reload()
    }
  }

let stopWatching = (): void => undefined

export const watchRestoring = (reload: () => void = () => window.location.reload()): void => {
  stopWatching()
  const onShow = onPageShow(reload)
  window.addEventListener('pagehide', onPageHide)
  window.addEventListener('pageshow', onShow)
  stopWatching = () => {
    window.removeEventListener('pagehide', onPageHide)
    window.removeEventListener('pageshow', onShow)
  }
}
