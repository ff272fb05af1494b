import type { BodyOf } from '../contract/index.ts'
import {
  loginCall,
  logoutCall,
  passwordResetCall,
  passwordResetConfirmCall,
  profileCall,
  refreshCall,
  registerCall,
  updateProfileCall,
} from '../contract/index.ts'
import { request } from './request.ts'

export const accountsApi = {
  register: (body: BodyOf<typeof registerCall>) => request(registerCall, { bearer: 'none', body }),
  login: (body: BodyOf<typeof loginCall>) => request(loginCall, { bearer: 'none', body }),
  refresh: (refresh_token: string) => request(refreshCall, { bearer: 'none', body: { refresh_token } }),
  profile: () => request(profileCall, { bearer: 'session' }),
  updateProfile: (body: BodyOf<typeof updateProfileCall>) => request(updateProfileCall, { bearer: 'session', body }),
  resetPassword: (email: string) => request(passwordResetCall, { bearer: 'none', body: { email } }),
  confirmPasswordReset: (body: BodyOf<typeof passwordResetConfirmCall>) =>
    request(passwordResetConfirmCall, { bearer: 'none', body }),
  /** Takes the token itself: by the time the call travels, the session is already gone here. */
  logout: (token: string) => request(logoutCall, { bearer: { token } }),
}
