import type { BodyOf } from '../contract/index.ts'
import { loginCall, logoutCall, profileCall, refreshCall, registerCall } from '../contract/index.ts'
import { request } from './request.ts'

export const accountsApi = {
  register: (body: BodyOf<typeof registerCall>) => request(registerCall, { bearer: 'none', body }),
  login: (body: BodyOf<typeof loginCall>) => request(loginCall, { bearer: 'none', body }),
  refresh: (refresh_token: string) => request(refreshCall, { bearer: 'none', body: { refresh_token } }),
  profile: () => request(profileCall, { bearer: 'session' }),
  /** Takes the token itself: by the time the call travels, the session is already gone here. */
  logout: (token: string) => request(logoutCall, { bearer: { token } }),
}
