import {
  loginCall,
  passwordResetCall,
  passwordResetConfirmCall,
  registerCall,
  updateProfileCall,
} from '../contract/accounts/accounts.ts'
import type { BodyOf } from '../contract/index.ts'
import { request } from './request.ts'

export const accountsApi = {
  register: (body: BodyOf<typeof registerCall>) => request(registerCall, { bearer: 'none', body }),
  login: (body: BodyOf<typeof loginCall>) => request(loginCall, { bearer: 'none', body }),
  updateProfile: (body: BodyOf<typeof updateProfileCall>) => request(updateProfileCall, { bearer: 'session', body }),
  resetPassword: (email: string) => request(passwordResetCall, { bearer: 'none', body: { email } }),
  confirmPasswordReset: (body: BodyOf<typeof passwordResetConfirmCall>) =>
    request(passwordResetConfirmCall, { bearer: 'none', body }),
}
