import { isSigningPath } from '../contract/index.ts'
import { currentSession, EXPIRED_MARK, followEnd, followOpened } from './session.ts'
import { readStoredSession, storageKeys } from './storage.ts'

/**
 * A `storage` event covers one item. If the other is
 * missing, the next event brings it.
 */
const followSession = ({ key, newValue }: StorageEvent): void => {
  // `localStorage.clear()` has no key.
  if (key !== null && key !== storageKeys.tokens && key !== storageKeys.user) return
  const { user, tokens } = readStoredSession()
  if (!tokens) {
    followEnd(newValue === EXPIRED_MARK)
    return
  }
  if (!user) return
  // Signing pages stay anonymous, but an open session gets the
  // new tokens.
  if (currentSession().kind !== 'authenticated' && isSigningPath(window.location.pathname)) return
  followOpened(user, tokens)
}

export const joinOtherTabs = (): void => window.addEventListener('storage', followSession)

export const leaveOtherTabs = (): void => window.removeEventListener('storage', followSession)
