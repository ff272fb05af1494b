import type {
  BodyOf,
  loginCall,
  passwordResetConfirmCall,
  registerCall,
  SessionReply,
  updateProfileCall,
} from '../contract/index.ts'
import { accountsApi } from '../http/index.ts'
import { joinOtherTabs } from './follow-other-tabs.ts'
import { stamp } from './refresh-session.ts'
import { currentSession, endSession, keepUser, openSession } from './session.ts'
import { readStoredSession, type StoredTokens } from './storage.ts'

/** Fetches the full profile into the session. A failure is only logged: the session lives on with what it has. */
export const loadProfile = async (): Promise<void> => {
  try {
    keepUser(await accountsApi.profile())
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the specification has these failures logged, and shown to nobody
    console.warn('the profile could not be loaded', error)
  }
}

const adopt = (reply: SessionReply): void => {
  openSession(reply.user, stamp(reply))
  joinOtherTabs()
}

/** @throws HttpError */
export const logIn = async (body: BodyOf<typeof loginCall>): Promise<void> => {
  adopt(await accountsApi.login(body))
  await loadProfile()
}

/** @throws HttpError */
export const signUp = async (body: BodyOf<typeof registerCall>): Promise<void> => {
  adopt(await accountsApi.register(body))
  await loadProfile()
}

/** Tokens of the session that a log-out ends: the live one, or under /sign/, where none is restored, the stored one. */
const tokensToEnd = (): StoredTokens | undefined => {
  const session = currentSession()
  return session.kind === 'authenticated' ? session.tokens : readStoredSession().tokens
}

/** Clears the session here at once and always; the server is told, and its answer does not matter. */
export const logOut = async (): Promise<void> => {
  const tokens = tokensToEnd()
  endSession()
  if (tokens) await accountsApi.logout(tokens.access_token).catch(() => undefined)
}

/**
 * Asks for a reset code by e-mail.
 *
 * @throws HttpError
 */
export const resetPassword = async (email: string): Promise<void> => {
  await accountsApi.resetPassword(email)
}

/**
 * Sets a new password with the code; the answer opens a session.
 *
 * @throws HttpError
 */
export const confirmPasswordReset = async (body: BodyOf<typeof passwordResetConfirmCall>): Promise<void> =>
  adopt(await accountsApi.confirmPasswordReset(body))

/**
 * Changes the profile; what the server answers is merged into the stored user.
 *
 * @throws HttpError
 */
export const updateProfile = async (body: BodyOf<typeof updateProfileCall>): Promise<void> => {
  const changed = await accountsApi.updateProfile(body)
  const session = currentSession()
  if (session.kind === 'authenticated') keepUser({ ...session.user, ...changed })
}
