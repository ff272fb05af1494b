import type { Tokens, User } from '../contract/index.ts'
import { provideAuth, sessionApi } from '../http/index.ts'
import { currentSession, endSession, isExpired, nowInSeconds, openSession, showSession } from './session.ts'
import type { StoredTokens } from './storage.ts'
import { readStoredSession } from './storage.ts'

/** Name of the lock under which a tab refreshes. */
const REFRESH_LOCK = 'trazo.refresh'

/** Tokens as the product stores them: with the moment of their arrival. */
export const stamp = (tokens: Tokens): StoredTokens => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  token_type: tokens.token_type,
  expires_in: tokens.expires_in,
  scope: tokens.scope,
  created_at: nowInSeconds(),
})

/**
 * How long a tab keeps the lock once it has its answer, in milliseconds: what it stored reaches the other tabs'
 * processes a little later than the lock does.
 */
const LOCK_LINGER_MS = 500
/** How long to wait for what the tab that held the lock before has stored, in milliseconds. */
const STORED_WAIT_MS = 2000

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Two tabs that send the same refresh token look to the server like a thief and its victim: it ends the session. So one
 * tab at a time refreshes; `work` learns whether another one did just before. Where there are no Web Locks (an insecure
 * origin), tabs take their chance.
 */
const oneTabAtATime = <T>(work: (afterAnother: boolean) => Promise<T>): Promise<T> => {
  if (!('locks' in navigator)) return work(false)
  const { locks } = navigator
  return new Promise<T>((resolve, reject) => {
    const hold = async (afterAnother: boolean): Promise<true> => {
      const outcome = work(afterAnother)
      outcome.then(resolve, reject)
      await outcome.catch(() => undefined)
      await pause(LOCK_LINGER_MS)
      return true
    }
    locks
      .request(REFRESH_LOCK, { ifAvailable: true }, (lock) => (lock ? hold(false) : false))
      .then((done) => done || locks.request(REFRESH_LOCK, () => hold(true)))
      .catch(reject)
  })
}

/** What another tab has stored since these tokens, if anything. */
const storedSince = (tokens: StoredTokens) => {
  const stored = readStoredSession()
  if (!stored.user || !stored.tokens) return undefined
  const newer = stored.tokens.access_token !== tokens.access_token && stored.tokens.created_at >= tokens.created_at
  return newer ? { user: stored.user, tokens: stored.tokens } : undefined
}

/** The same, once it is here: storage is not yet up to date when the lock changes hands. */
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

/** Goes on with the tokens of another tab, unless they have expired as well; `undefined` if they have. */
const goOnWith = (found: ReturnType<typeof storedSince>) => {
  if (!found || isExpired(found.tokens, nowInSeconds())) return undefined
  showSession({ kind: 'authenticated', ...found })
  return found
}

/**
 * Exchanges the refresh token, unless another tab has done so; a failed exchange ends the session. Answers the access
 * token to go on with, or undefined where there is none for this person.
 */
export const refreshSession = (user: User, tokens: StoredTokens): Promise<string | undefined> =>
  oneTabAtATime(async (afterAnother) => {
    const found = afterAnother ? await storedByAnother(tokens) : storedSince(tokens)
    const tokenFor = (session: typeof found) =>
      session && session.user.id === user.id ? session.tokens.access_token : undefined
    const adopted = goOnWith(found)
    // Somebody else may have logged in there: their token is for the calls of their own tab.
    if (adopted) return tokenFor(adopted)
    const latest = found?.user.id === user.id ? found.tokens : tokens
    try {
      const answer = await sessionApi.refresh(latest.refresh_token)
      // Logged out, or somebody else in, while the call was on its way: nothing brings this session back.
      const now = currentSession()
      if (now.kind === 'anonymous' || (now.kind === 'authenticated' && now.user.id !== user.id)) return undefined
      const renewed = stamp({ ...answer, refresh_token: answer.refresh_token ?? latest.refresh_token })
      openSession(user, renewed)
      return renewed.access_token
    } catch {
      const late = goOnWith(storedSince(latest))
      if (late) return tokenFor(late)
      endSession()
      return undefined
    }
  })

provideAuth({
  accessToken: () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? session.tokens.access_token : undefined
  },
  refresh: async () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? refreshSession(session.user, session.tokens) : undefined
  },
})
