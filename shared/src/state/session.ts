import { atom, useAtomValue } from 'jotai'
import { pageMessages, type Tokens, type User } from '../contract/index.ts'
import { clearNotifications, notify, removeNotification } from './notifications.ts'
import type { StoredTokens } from './storage.ts'
import { storageKeys, writeItem } from './storage.ts'
import { store } from './store.ts'
import { dropThumbnailCaches } from './thumbnail-caches.ts'

/** `restoring`: storage is being read, or the tokens refreshed. */
export type Session =
  | { readonly kind: 'restoring' }
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'authenticated'
      readonly user: User
      readonly tokens: StoredTokens
    }

const sessionState = atom<Session>({ kind: 'restoring' })

export const sessionAtom = atom((get) => get(sessionState))
export const useSession = (): Session => useAtomValue(sessionAtom, { store })
export const currentSession = (): Session => store.get(sessionState)

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** All times in seconds. */
export const areTokensExpired = (tokens: Pick<StoredTokens, 'created_at' | 'expires_in'>, now: number): boolean =>
  now >= tokens.created_at + tokens.expires_in

export const toStoredTokens = (tokens: Tokens): StoredTokens => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  token_type: tokens.token_type,
  expires_in: tokens.expires_in,
  scope: tokens.scope,
  created_at: nowInSeconds(),
})

/** Does not touch storage. */
export const showSession = (session: Session): void => store.set(sessionState, session)

let expiredNotice: string | undefined

const hideExpired = (): void => {
  if (expiredNotice !== undefined) removeNotification(expiredNotice)
  expiredNotice = undefined
}

export const storeSession = (user: User, tokens: StoredTokens): void => {
  hideExpired()
  writeItem(storageKeys.tokens, JSON.stringify(tokens))
  writeItem(storageKeys.user, JSON.stringify(user))
  showSession({ kind: 'authenticated', user, tokens })
}

/**
 * Does not write tokens: another tab may have logged out
 * during the request.
 */
export const keepUser = (user: User): void => {
  const session = currentSession()
  if (session.kind !== 'authenticated' || session.user.id !== user.id) return
  writeItem(storageKeys.user, JSON.stringify(user))
  showSession({ ...session, user })
}

export const leaveSession = (): void => {
  // They name documents and people.
  if (currentSession().kind === 'authenticated') clearNotifications()
  showSession({ kind: 'anonymous' })
  void dropThumbnailCaches()
}

/** Does not notify the server. */
export const endSession = (): void => {
  writeItem(storageKeys.tokens, undefined)
  writeItem(storageKeys.user, undefined)
  leaveSession()
}

/** Briefly in place of the tokens: other tabs read that the session expired. */
export const EXPIRED_MARK = 'expired'

const notifyExpired = (): void => {
  hideExpired()
  expiredNotice = notify({ message: pageMessages.SESSION_EXPIRED, type: 'warning', duration: 0 })
}

/**
 * Ends a session that the server refused, and says so
 * until the next login.
 */
export const expireSession = (): void => {
  writeItem(storageKeys.tokens, EXPIRED_MARK)
  endSession()
  notifyExpired()
}

export const followEnd = (expired: boolean): void => {
  const had = currentSession().kind === 'authenticated'
  leaveSession()
  if (expired && had) notifyExpired()
}

export const followOpened = (user: User, tokens: StoredTokens): void => {
  hideExpired()
  showSession({ kind: 'authenticated', user, tokens })
}

export const displayName = (user: Pick<User, 'first_name' | 'username'>): string =>
  user.first_name || user.username || 'Usuario'
