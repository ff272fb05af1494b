import type { Tokens, User } from '../contract/index.ts'
import { provideAuth, sessionApi } from '../http/index.ts'
import { notify, removeNotification } from './notifications.ts'
import { currentSession, endSession, isExpired, nowInSeconds, openSession, showSession } from './session.ts'
import type { StoredTokens } from './storage.ts'
import { readStoredSession } from './storage.ts'

const REFRESH_LOCK = 'trazo.refresh'

export const toStoredTokens = (tokens: Tokens): StoredTokens => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  token_type: tokens.token_type,
  expires_in: tokens.expires_in,
  scope: tokens.scope,
  created_at: nowInSeconds(),
})

/**
 * Milliseconds to hold the lock after storing: `storage`
 * reaches other tabs' processes later than the lock.
 */
const LOCK_LINGER_MS = 500
const STORED_WAIT_MS = 2000

const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * One tab at a time: the server treats a reused refresh token as theft and
 * ends the session. Without Web Locks (insecure origin) tabs race.
 * @param work gets true if another tab held the lock before
 */
const oneTabAtATime = <T>(work: (afterAnother: boolean) => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return work(false)
  const { locks } = navigator
  return new Promise<T>((resolve, reject) => {
    const hold = async (afterAnother: boolean): Promise<true> => {
      const outcome = work(afterAnother)
      outcome.then(resolve, reject)
      await outcome.catch(() => undefined)
      await waitMs(LOCK_LINGER_MS)
      return true
    }
    locks
      .request(REFRESH_LOCK, { ifAvailable: true }, (lock) => (lock ? hold(false) : false))
      .then((done) => done || locks.request(REFRESH_LOCK, () => hold(true)))
      .catch(reject)
  })
}

const storedSince = (tokens: StoredTokens) => {
  const stored = readStoredSession()
  if (!stored.user || !stored.tokens) return undefined
  const newer = stored.tokens.access_token !== tokens.access_token && stored.tokens.created_at >= tokens.created_at
  return newer ? { user: stored.user, tokens: stored.tokens } : undefined
}

/** Storage can lag behind the lock. */
const storedByAnother = (tokens: StoredTokens): Promise<ReturnType<typeof storedSince>> =>
  new Promise((resolve) => {
    const look = () => {
      const found = storedSince(tokens)
      if (found || !readStoredSession().tokens) settle(found)
    }
    const settle = (found: ReturnType<typeof storedSince>) => {
      clearTimeout(timer)
      window.removeEventListener('storage', look)
      resolve(found)
    }
    const timer = setTimeout(() => settle(undefined), STORED_WAIT_MS)
    window.addEventListener('storage', look)
    look()
  })

const adoptStored = (found: ReturnType<typeof storedSince>) => {
  if (!found || isExpired(found.tokens, nowInSeconds())) return undefined
  showSession({ kind: 'authenticated', ...found })
  return found
}

/** False after a logout or a change of user. */
const isCurrentUser = (user: User): boolean => {
  const session = currentSession()
  return session.kind !== 'anonymous' && (session.kind !== 'authenticated' || session.user.id === user.id)
}

/**
 * Skips the refresh if another tab did it. A failure ends the session.
 * @returns the access token, or undefined if this user has none
 */
export const refreshSession = (user: User, tokens: StoredTokens): Promise<string | undefined> =>
  oneTabAtATime(async (afterAnother) => {
    const found = afterAnother ? await storedByAnother(tokens) : storedSince(tokens)
    const tokenFor = (session: typeof found) =>
      session && session.user.id === user.id ? session.tokens.access_token : undefined
    const adopted = adoptStored(found)
    // Never use the token of another user.
    if (adopted) return tokenFor(adopted)
    const latest = found?.user.id === user.id ? found.tokens : tokens
    try {
      const answer = await sessionApi.refresh(latest.refresh_token)
      if (!isCurrentUser(user)) return undefined
      const renewed = toStoredTokens({ ...answer, refresh_token: answer.refresh_token ?? latest.refresh_token })
      openSession(user, renewed)
      return renewed.access_token
    } catch {
      const late = adoptStored(storedSince(latest))
      if (late) return tokenFor(late)
      endSession()
      return undefined
    }
  })

provideAuth({
  showNotice: (message) => {
    const id = notify({ message, type: 'info', duration: 0 })
    return () => removeNotification(id)
  },
  accessToken: () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? session.tokens.access_token : undefined
  },
  refresh: async () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? refreshSession(session.user, session.tokens) : undefined
  },
})
