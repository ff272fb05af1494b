import { logoutCall, profileCall, refreshCall } from '../contract/index.ts'
import { request } from './request.ts'

export const sessionApi = {
  refresh: (refresh_token: string) => request(refreshCall, { bearer: 'none', body: { refresh_token } }),
  profile: () => request(profileCall, { bearer: 'session' }),
  /** Takes the token itself: by the time the call travels, the session is already gone here. */
  logout: (token: string) => request(logoutCall, { bearer: { token } }),
}
