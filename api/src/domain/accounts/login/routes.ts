import { logoutCall, profileCall, refreshCall } from 'shared/contract'
import {
  loginCall,
  passwordResetCall,
  passwordResetConfirmCall,
  registerCall,
  updateProfileCall,
} from 'shared/contract/accounts'
import { addressKey } from 'shared/server'
import { backoffs, limits } from '../../../platform/http/limits.ts'
import { type Api, anyone, bySession, route } from '../../../platform/http/route.ts'
import { emailKey, usernameKey } from '../../../platform/names/name-keys.ts'
import type { Services } from '../../../platform/services.ts'
import { rememberBrowser } from '../users/remember-device.ts'
import { endSession } from '../users/sessions.ts'
import { getProfile } from '../users/view-user.ts'
import { confirmReset } from './confirm-reset.ts'
import { login } from './login.ts'
import type { LoginGuard } from './login-guard.ts'
import { refreshSession } from './refresh-session.ts'
import { register } from './register.ts'
import { requestReset } from './request-reset.ts'
import { updateProfile } from './update-profile.ts'

/** Specified; identical for every address. */
const RESET_ANSWER = { success: true, message: 'Se ha enviado un código de verificación a tu email' } as const

const sessionRoutes = (api: Api, services: Services, guard: LoginGuard): void => {
  route(
    api,
    registerCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: limits.registerByAddress,
      limitAltogether: limits.registerAltogether,
    },
    async ({ body, request, reply }) => {
      const pair = `${addressKey(request.ip)} ${usernameKey(body.username)}`
      await api.limiter.hit(limits.registerByUsernameAndAddress, pair)
      const session = await register(services, body)
      reply.code(201)
      return rememberBrowser(services, session, request, reply)
    },
  )

  route(api, loginCall, anyone(limits.loginCallsByAddress), async ({ body, request, reply }) => {
    const session = await guard({ username: body.username, request }, () => login(services, body))
    return rememberBrowser(services, session, request, reply)
  })

  route(api, logoutCall, bySession, async ({ actor }) => {
    await endSession(services.db, actor.sessionId, 'logout', services.clock())
    return { success: true }
  })

  // If renewal fails, users must log in, which costs more.
  const renewing = {
    access: { kind: 'anyone' },
    limitByAddress: limits.refreshByAddress,
    alwaysAnswered: true,
  } as const
  route(api, refreshCall, renewing, async ({ body }) => refreshSession(services, body.refresh_token))
}

const profileRoutes = (api: Api, services: Services): void => {
  route(api, profileCall, bySession, async ({ actor }) => getProfile(services.db, actor.userId))

  route(api, updateProfileCall, bySession, async ({ actor, body }) => {
    await api.limiter.hit(limits.updateProfileByAccount, String(actor.userId))
    return updateProfile(services, actor.userId, body)
  })
}

const resetRoutes = (api: Api, services: Services): void => {
  route(
    api,
    passwordResetCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.resetByAddress, limitAltogether: limits.resetAltogether },
    async ({ body, request }) => {
      const key = emailKey(body.email)
      await api.limiter.hit(limits.resetByEmailAndAddress, `${addressKey(request.ip)} ${key}`)
      await api.limiter.backOff(backoffs.resetByEmail, key)
      await requestReset(services, body.email)
      return RESET_ANSWER
    },
  )

  route(api, passwordResetConfirmCall, anyone(limits.resetConfirmByAddress), async ({ body, request, reply }) => {
    const pair = `${addressKey(request.ip)} ${emailKey(body.email)}`
    await api.limiter.hit(limits.resetConfirmByEmailAndAddress, pair)
    const session = await confirmReset(services, body)
    await api.limiter.forget(limits.resetConfirmByEmailAndAddress, pair)
    return rememberBrowser(services, session, request, reply)
  })
}

export const accountRoutes = (api: Api, services: Services, guard: LoginGuard): void => {
  sessionRoutes(api, services, guard)
  profileRoutes(api, services)
  resetRoutes(api, services)
}
