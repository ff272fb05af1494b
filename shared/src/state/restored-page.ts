import { currentSession, leaveSession } from './session.ts'
import { readStoredSession } from './storage.ts'

/** Whether storage still holds the session that this page shows: another tab may have ended it. */
const isStillOpen = (): boolean => {
  const session = currentSession()
  const { user, tokens } = readStoredSession()
  return session.kind !== 'authenticated' || (tokens !== undefined && user?.id === session.user.id)
}

const show = (visibility: '' | 'hidden'): void => {
  document.documentElement.style.visibility = visibility
}

/** The browser may keep this page as it is. Hidden, it cannot flash before `pageshow` runs. */
const onPageHide = ({ persisted }: PageTransitionEvent): void => {
  if (persisted && currentSession().kind === 'authenticated') show('hidden')
}

/** A page in the browser's back/forward cache hears no `storage` event: it looks when it is restored. */
const onPageShow =
  (reload: () => void) =>
  ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return
    if (isStillOpen()) show('')
    else {
      leaveSession()
      // Stays hidden until then: only a new page holds nothing of the old session.
      reload()
    }
  }

let leave = (): void => undefined

/** From here on, this page shows nothing of a session that ended while the browser kept it. */
export const watchRestoring = (reload: () => void = () => window.location.reload()): void => {
  leave()
  const onShow = onPageShow(reload)
  window.addEventListener('pagehide', onPageHide)
  window.addEventListener('pageshow', onShow)
  leave = () => {
    window.removeEventListener('pagehide', onPageHide)
    window.removeEventListener('pageshow', onShow)
  }
}
