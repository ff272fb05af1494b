import type { loginCall, passwordResetConfirmCall, registerCall, updateProfileCall } from '../contract/accounts.ts'
import type { BodyOf, SessionReply } from '../contract/index.ts'
import { accountsApi } from '../http/accounts.ts'
import { joinOtherTabs } from './follow-other-tabs.ts'
import { loadProfile } from './load-profile.ts'
import { stamp } from './refresh-session.ts'
import { currentSession, keepUser, openSession } from './session.ts'

/** Goes on with the session that an answer opens. */
export const adoptSession = (reply: SessionReply): void => {
  openSession(reply.user, stamp(reply))
  joinOtherTabs()
}

/** @throws HttpError */
export const logIn = async (body: BodyOf<typeof loginCall>): Promise<void> => {
  adoptSession(await accountsApi.login(body))
  await loadProfile()
}

/** @throws HttpError */
export const signUp = async (body: BodyOf<typeof registerCall>): Promise<void> => {
  adoptSession(await accountsApi.register(body))
  await loadProfile()
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
  adoptSession(await accountsApi.confirmPasswordReset(body))

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
