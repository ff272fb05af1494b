import { joinOtherTabs, leaveOtherTabs } from './follow-other-tabs.ts'
import { loadProfile } from './load-profile.ts'
import { refreshSession } from './refresh-session.ts'
import { watchRestoring } from './restored-page.ts'
import { currentSession, endSession, isExpired, nowInSeconds, showSession } from './session.ts'
import { readStoredSession } from './storage.ts'

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
  if (isExpired(tokens, nowInSeconds())) await refreshSession(user, tokens)
  else showSession({ kind: 'authenticated', user, tokens })
  if (currentSession().kind === 'authenticated') await loadProfile()
}
