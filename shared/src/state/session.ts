import { atom, useAtomValue } from 'jotai'
import type { BodyOf, loginCall, registerCall, SessionReply, Tokens, User } from '../contract/index.ts'
import { accountsApi, provideAuth } from '../http/index.ts'
import type { StoredTokens } from './storage.ts'
import { readItem, StoredTokensJsonSchema, StoredUserSchema, storageKeys, writeItem } from './storage.ts'
import { store } from './store.ts'

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

const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** Tokens are expired once `created_at + expires_in` is reached, both in seconds. */
export const isExpired = (tokens: Pick<StoredTokens, 'created_at' | 'expires_in'>, now: number): boolean =>
  now >= tokens.created_at + tokens.expires_in

const stamp = (tokens: Tokens): StoredTokens => ({
  access_token: tokens.access_token,
  refresh_token: tokens.refresh_token,
  token_type: tokens.token_type,
  expires_in: tokens.expires_in,
  scope: tokens.scope,
  created_at: nowInSeconds(),
})

const open = (user: User, tokens: StoredTokens): void => {
  writeItem(storageKeys.tokens, JSON.stringify(tokens))
  writeItem(storageKeys.user, JSON.stringify(user))
  store.set(sessionState, { kind: 'authenticated', user, tokens })
}

/** Ends the session here, without telling the server. */
export const endSession = (): void => {
  writeItem(storageKeys.tokens, undefined)
  writeItem(storageKeys.user, undefined)
  store.set(sessionState, { kind: 'anonymous' })
}

/** Fetches the full profile into the session. A failure is only logged: the session lives on with what it has. */
export const loadProfile = async (): Promise<void> => {
  try {
    const user = await accountsApi.profile()
    const session = currentSession()
    if (session.kind === 'authenticated') open(user, session.tokens)
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has these failures logged, and shown to nobody
    console.warn('the profile could not be loaded', error)
  }
}

const refreshWith = async (user: User, old: StoredTokens): Promise<string | undefined> => {
  try {
    const answer = await accountsApi.refresh(old.refresh_token)
    const tokens = stamp({
      ...answer,
      refresh_token: answer.refresh_token ?? old.refresh_token,
    })
    open(user, tokens)
    return tokens.access_token
  } catch {
    endSession()
    return undefined
  }
}

/**
 * Reads the stored session at start. Under /sign/ nothing is restored: the caller passes `restore: false`, and what is
 * stored stays for the tabs that use it.
 */
export const startSession = async ({ restore }: { restore: boolean }): Promise<void> => {
  if (!restore) return store.set(sessionState, { kind: 'anonymous' })
  const tokens = readItem(storageKeys.tokens, StoredTokensJsonSchema)
  const user = readItem(storageKeys.user, StoredUserSchema)
  if (!tokens || !user) return endSession()
  if (isExpired(tokens, nowInSeconds())) await refreshWith(user, tokens)
  else store.set(sessionState, { kind: 'authenticated', user, tokens })
  if (currentSession().kind === 'authenticated') await loadProfile()
}

const adopt = async (reply: SessionReply): Promise<void> => {
  open(reply.user, stamp(reply))
  await loadProfile()
}

/** @throws HttpError */
export const logIn = async (body: BodyOf<typeof loginCall>): Promise<void> => adopt(await accountsApi.login(body))

/** @throws HttpError */
export const signUp = async (body: BodyOf<typeof registerCall>): Promise<void> =>
  adopt(await accountsApi.register(body))

/** Clears the session here at once and always; the server is told, and its answer does not matter. */
export const logOut = async (): Promise<void> => {
  const session = currentSession()
  endSession()
  if (session.kind !== 'authenticated') return
  await accountsApi.logout(session.tokens.access_token).catch(() => undefined)
}

provideAuth({
  accessToken: () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? session.tokens.access_token : undefined
  },
  refresh: async () => {
    const session = currentSession()
    return session.kind === 'authenticated' ? refreshWith(session.user, session.tokens) : undefined
  },
})

/** First name, else username, else 'Usuario'. */
export const displayName = (user: Pick<User, 'first_name' | 'username'>): string =>
  user.first_name || user.username || 'Usuario'
