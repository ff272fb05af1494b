import { logoutCall, profileCall, refreshCall } from '../contract/index.ts'
import { request } from './request.ts'

export const sessionApi = {
  refresh: (refresh_token: string) => request(refreshCall, { bearer: 'none', body: { refresh_token } }),
  profile: () => request(profileCall, { bearer: 'session' }),
  /** Takes the token: the local session has ended by then. */
  logout: (token: string) => request(logoutCall, { bearer: { token } }),
}
