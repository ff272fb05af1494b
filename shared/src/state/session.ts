import { atom, useAtomValue } from 'jotai'
import type { User } from '../contract/index.ts'
import { clearNotifications } from './notifications.ts'
import type { StoredTokens } from './storage.ts'
import { storageKeys, writeItem } from './storage.ts'
import { store } from './store.ts'
import { dropThumbnailCaches } from './thumbnail-caches.ts'

/** Session of the person in front of the screen. `restoring` lasts until storage was read and, if need be, refreshed. */
export type Session =
  | { readonly kind: 'restoring' }
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'authenticated'
      readonly user: User
      readonly tokens: StoredTokens
    }

const sessionState = atom<Session>({ kind: 'restoring' })

/** Read-only view of the session. */
export const sessionAtom = atom((get) => get(sessionState))
export const useSession = (): Session => useAtomValue(sessionAtom, { store })
export const currentSession = (): Session => store.get(sessionState)

export const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** Tokens are expired once `created_at + expires_in` is reached, both in seconds. */
export const isExpired = (tokens: Pick<StoredTokens, 'created_at' | 'expires_in'>, now: number): boolean =>
  now >= tokens.created_at + tokens.expires_in

/** Shows a session, or that there is none, without touching what is stored. */
export const showSession = (session: Session): void => store.set(sessionState, session)

/** Opens a session here, and for the next visit. */
export const openSession = (user: User, tokens: StoredTokens): void => {
  writeItem(storageKeys.tokens, JSON.stringify(tokens))
  writeItem(storageKeys.user, JSON.stringify(user))
  showSession({ kind: 'authenticated', user, tokens })
}

/**
 * Keeps what the server says about the person of the live session. Tokens are not written again: if another tab has
 * logged out meanwhile, the answer of a call that was on its way must not bring them back.
 */
export const keepUser = (user: User): void => {
  const session = currentSession()
  if (session.kind !== 'authenticated' || session.user.id !== user.id) return
  writeItem(storageKeys.user, JSON.stringify(user))
  showSession({ ...session, user })
}

/** Shows that there is no session, and forgets what was kept to show its documents sooner. */
export const leaveSession = (): void => {
  // They name documents and people.
  if (currentSession().kind === 'authenticated') clearNotifications()
  showSession({ kind: 'anonymous' })
  void dropThumbnailCaches()
}

/** Ends the session here, without telling the server. */
export const endSession = (): void => {
  writeItem(storageKeys.tokens, undefined)
  writeItem(storageKeys.user, undefined)
  leaveSession()
}

/** First name, else username, else 'Usuario'. */
export const displayName = (user: Pick<User, 'first_name' | 'username'>): string =>
  user.first_name || user.username || 'Usuario'
