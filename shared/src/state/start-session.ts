import { refreshUserSession } from './auth.ts'
import { joinOtherTabs, leaveOtherTabs } from './follow-other-tabs.ts'
import { loadProfile } from './load-profile.ts'
import { watchRestoring } from './restored-page.ts'
import { areTokensExpired, currentSession, endSession, nowInSeconds, showSession } from './session.ts'
import { readStoredSession, type StoredSession } from './storage.ts'
import { dropThumbnailCaches } from './thumbnail-caches.ts'

/** False if the server did not decide; later calls retry. */
const isRefreshed = ({ user, tokens }: StoredSession): Promise<boolean> =>
  refreshUserSession(user, tokens).then(
    () => true,
    () => false,
  )

/**
 * Also follows other tabs. Signing pages pass `restore: false`; the stored
 * session stays.
 */
export const startSession = async ({ restore }: { restore: boolean }): Promise<void> => {
  watchRestoring()
  if (!restore) {
    leaveOtherTabs()
    return showSession({ kind: 'anonymous' })
  }
  showSession({ kind: 'restoring' })
  joinOtherTabs()
  const { user, tokens } = readStoredSession()
  if (!tokens || !user) return endSession()
  void dropThumbnailCaches()
  if (!areTokensExpired(tokens, nowInSeconds())) showSession({ kind: 'authenticated', user, tokens })
  else if (!(await isRefreshed({ user, tokens }))) return showSession({ kind: 'authenticated', user, tokens })
  if (currentSession().kind === 'authenticated') await loadProfile()
}
