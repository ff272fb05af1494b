import type {
  loginCall,
  passwordResetConfirmCall,
  registerCall,
  updateProfileCall,
} from '../contract/accounts/accounts.ts'
import type { BodyOf, SessionReply } from '../contract/index.ts'
import { accountsApi } from '../http/accounts.ts'
import { joinOtherTabs } from './follow-other-tabs.ts'
import { loadProfile } from './load-profile.ts'
import { currentSession, keepUser, storeSession, toStoredTokens } from './session.ts'

// A separate subpath would add weight to every page.
export { type ArchiveOptions, type ArchiveRequest, fetchArchive } from '../http/archives.ts'

export const adoptSession = (reply: SessionReply): void => {
  storeSession(reply.user, toStoredTokens(reply))
  joinOtherTabs()
}

export const enter = async (reply: SessionReply): Promise<void> => {
  adoptSession(reply)
  await loadProfile()
}

/** @throws HttpError */
export const logIn = async (body: BodyOf<typeof loginCall>): Promise<void> => {
  await enter(await accountsApi.login(body))
}

/** @throws HttpError */
export const signUp = async (body: BodyOf<typeof registerCall>): Promise<void> => {
  await enter(await accountsApi.register(body))
}

/** @throws HttpError */
export const resetPassword = async (email: string): Promise<void> => {
  await accountsApi.resetPassword(email)
}

/**
 * The reply opens a session.
 * @throws HttpError
 */
export const confirmPasswordReset = async (body: BodyOf<typeof passwordResetConfirmCall>): Promise<void> =>
  adoptSession(await accountsApi.confirmPasswordReset(body))

/**
 * Merges the reply into the stored user.
 * @throws HttpError
 */
export const updateProfile = async (body: BodyOf<typeof updateProfileCall>): Promise<void> => {
  const changed = await accountsApi.updateProfile(body)
  const session = currentSession()
  if (session.kind === 'authenticated') keepUser({ ...session.user, ...changed })
}
