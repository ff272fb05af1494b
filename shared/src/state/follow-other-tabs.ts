import { isSigningPath } from '../contract/index.ts'
import { currentSession, leaveSession, showSession } from './session.ts'
import { readStoredSession, storageKeys } from './storage.ts'

/**
 * Another tab logged in, logged out or refreshed its tokens. A `storage` event tells that something changed, and storage
 * itself what holds now: of the two items one may still be missing, and then the next event brings it.
 */
const followSession = ({ key }: StorageEvent): void => {
  // Clearing the whole storage has no key.
  if (key !== null && key !== storageKeys.tokens && key !== storageKeys.user) return
  const { user, tokens } = readStoredSession()
  if (!tokens) {
    leaveSession()
    return
  }
  if (!user) return
  // Nobody is logged in on a signing page from outside; who is, stays so with fresh tokens.
  if (currentSession().kind !== 'authenticated' && isSigningPath(window.location.pathname)) return
  showSession({ kind: 'authenticated', user, tokens })
}

/** From here on, this tab shares the session of the others. */
export const joinOtherTabs = (): void => window.addEventListener('storage', followSession)

/** From here on, this tab is on its own. */
export const leaveOtherTabs = (): void => window.removeEventListener('storage', followSession)
