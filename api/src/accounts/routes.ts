import { loginCall, logoutCall, profileCall, refreshCall, registerCall } from 'shared/contract'
import { limits } from '../http/limits.ts'
import { type Api, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { usernameKey } from './identity.ts'
import { login } from './login.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { endSession } from './sessions.ts'
import { getProfile } from './view-user.ts'

export const accountRoutes = (api: Api, services: Services): void => {
  route(
    api,
    registerCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.registerByAddress },
    async ({ body, reply }) => {
      const session = await register(services, body)
      reply.code(201)
      return session
    },
  )

  route(api, loginCall, { access: { kind: 'anyone' }, limitByAddress: limits.loginByAddress }, async ({ body }) => {
    const account = usernameKey(body.username)
    api.limiter.hit(limits.loginByAccount, account)
    const session = await login(services, body)
    api.limiter.forget(limits.loginByAccount, account)
    return session
  })

  route(api, logoutCall, { access: { kind: 'session' } }, async ({ actor }) => {
    await endSession(services.db, actor.sessionId, 'logout', services.clock())
    return { success: true }
  })

  route(api, refreshCall, { access: { kind: 'anyone' }, limitByAddress: limits.refreshByAddress }, async ({ body }) =>
    refreshSession(services, body.refresh_token),
  )

  route(api, profileCall, { access: { kind: 'session' } }, async ({ actor }) => getProfile(services.db, actor.userId))
}
