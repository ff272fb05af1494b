import { atom, useAtomValue } from 'jotai'
import type { User } from '../contract/index.ts'
import { clearNotifications } from './notifications.ts'
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
export const isExpired = (tokens: Pick<StoredTokens, 'created_at' | 'expires_in'>, now: number): boolean =>
  now >= tokens.created_at + tokens.expires_in

/** Does not touch storage. */
export const showSession = (session: Session): void => store.set(sessionState, session)

export const openSession = (user: User, tokens: StoredTokens): void => {
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

export const displayName = (user: Pick<User, 'first_name' | 'username'>): string =>
  user.first_name || user.username || 'Usuario'
