import type { User } from '../contract/index.ts'
import { HttpError, sessionApi } from '../http/index.ts'
import {
  areTokensExpired,
  currentSession,
  expireSession,
  nowInSeconds,
  showSession,
  storeSession,
  toStoredTokens,
} from './session.ts'
import type { StoredTokens } from './storage.ts'
import { readStoredSession } from './storage.ts'

const REFRESH_LOCK = 'trazo.refresh'

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
  if (!found || areTokensExpired(found.tokens, nowInSeconds())) return undefined
  showSession({ kind: 'authenticated', ...found })
  return found
}

/** False after a logout or a change of user. */
const isCurrentUser = (user: User): boolean => {
  const session = currentSession()
  return session.kind !== 'anonymous' && (session.kind !== 'authenticated' || session.user.id === user.id)
}

/** Other failures say nothing about the refresh token. */
const isRefusal = (error: unknown): boolean =>
  error instanceof HttpError && error.failure.kind === 'refused' && [400, 401].includes(error.failure.status)

type Stored = NonNullable<ReturnType<typeof storedSince>>

const tokenOf = (session: Stored, user: User): string | undefined =>
  session.user.id === user.id ? session.tokens.access_token : undefined

/** Ends the session only if the server refuses the token. */
const failRefresh = (error: unknown, user: User, tokens: StoredTokens): string | undefined => {
  const late = adoptStored(storedSince(tokens))
  if (late) return tokenOf(late, user)
  if (!isCurrentUser(user)) return undefined
  if (!isRefusal(error)) throw error
  expireSession()
  return undefined
}

const renewTokens = async (user: User, tokens: StoredTokens): Promise<string | undefined> => {
  try {
    const answer = await sessionApi.refresh(tokens.refresh_token)
    if (!isCurrentUser(user)) return undefined
    const renewed = toStoredTokens({ ...answer, refresh_token: answer.refresh_token ?? tokens.refresh_token })
    storeSession(user, renewed)
    return renewed.access_token
  } catch (error) {
    return failRefresh(error, user, tokens)
  }
}

/** @throws HttpError if the server did not decide; the tokens stay */
export const refreshAcrossTabs = (user: User, tokens: StoredTokens): Promise<string | undefined> =>
  oneTabAtATime(async (afterAnother) => {
    const found = afterAnother ? await storedByAnother(tokens) : storedSince(tokens)
    const adopted = adoptStored(found)
    if (adopted) return tokenOf(adopted, user)
    return renewTokens(user, found?.user.id === user.id ? found.tokens : tokens)
  })
