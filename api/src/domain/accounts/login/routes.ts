import { logoutCall, profileCall, refreshCall } from 'shared/contract'
import {
  loginCall,
  passwordResetCall,
  passwordResetConfirmCall,
  registerCall,
  updateProfileCall,
} from 'shared/contract/accounts'
import { addressKey } from 'shared/server'
import { attemptBackoffs, rateLimits } from '../../../platform/http/limits.ts'
import { addRoute, byAnyone, bySession, type RouteServices } from '../../../platform/http/route.ts'
import { emailKey, usernameKey } from '../../../platform/names/name-keys.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { rememberBrowser } from '../users/remember-device.ts'
import { endUserSession } from '../users/sessions.ts'
import { getProfile } from '../users/view-user.ts'
import { confirmReset } from './confirm-reset.ts'
import { logInUser } from './login.ts'
import type { LoginGuard } from './login-guard.ts'
import { rotateSessionTokens } from './refresh-session.ts'
import { registerAccount } from './register.ts'
import { requestReset } from './request-reset.ts'
import { changeProfile } from './update-profile.ts'

/** Specified; identical for every address. */
const RESET_ANSWER = { success: true, message: 'Se ha enviado un código de verificación a tu email' } as const

const sessionRoutes = (api: RouteServices, services: ApiServices, guard: LoginGuard): void => {
  addRoute(
    api,
    registerCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.registerByAddress,
      limitAltogether: rateLimits.registerAltogether,
    },
    async ({ body, request, reply }) => {
      const pair = `${addressKey(request.ip)} ${usernameKey(body.username)}`
      await api.limiter.hit(rateLimits.registerByUsernameAndAddress, pair)
      const session = await registerAccount(services, body)
      reply.code(201)
      return rememberBrowser(services, session, request, reply)
    },
  )

  addRoute(api, loginCall, byAnyone(rateLimits.loginCallsByAddress), async ({ body, request, reply }) => {
    const session = await guard({ username: body.username, request }, () => logInUser(services, body))
    return rememberBrowser(services, session, request, reply)
  })

  addRoute(api, logoutCall, bySession, async ({ actor, reply }) => {
    await endUserSession(services.db, actor.sessionId, 'logout', services.clock())
    // Pictures of pages (`page-pictures/routes.ts`).
    void reply.header('clear-site-data', '"cache"')
    return { success: true }
  })

  // If renewal fails, users must log in, which costs more.
  const renewing = {
    access: { kind: 'anyone' },
    limitByAddress: rateLimits.refreshByAddress,
    alwaysAnswered: true,
  } as const
  addRoute(api, refreshCall, renewing, async ({ body }) => rotateSessionTokens(services, body.refresh_token))
}

const profileRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, profileCall, bySession, async ({ actor }) => getProfile(services.db, actor.userId))

  addRoute(api, updateProfileCall, bySession, async ({ actor, body }) => {
    await api.limiter.hit(rateLimits.updateProfileByAccount, String(actor.userId))
    return changeProfile(services, actor.userId, body)
  })
}

const resetRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(
    api,
    passwordResetCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.resetByAddress,
      limitAltogether: rateLimits.resetAltogether,
    },
    async ({ body, request }) => {
      const key = emailKey(body.email)
      await api.limiter.hit(rateLimits.resetByEmailAndAddress, `${addressKey(request.ip)} ${key}`)
      await api.limiter.backOff(attemptBackoffs.resetByEmail, key)
      await requestReset(services, body.email)
      return RESET_ANSWER
    },
  )

  addRoute(
    api,
    passwordResetConfirmCall,
    byAnyone(rateLimits.resetConfirmByAddress),
    async ({ body, request, reply }) => {
      const pair = `${addressKey(request.ip)} ${emailKey(body.email)}`
      await api.limiter.hit(rateLimits.resetConfirmByEmailAndAddress, pair)
      const session = await confirmReset(services, body)
      await api.limiter.forget(rateLimits.resetConfirmByEmailAndAddress, pair)
      return rememberBrowser(services, session, request, reply)
    },
  )
}

export const accountRoutes = (api: RouteServices, services: ApiServices, guard: LoginGuard): void => {
  sessionRoutes(api, services, guard)
  profileRoutes(api, services)
  resetRoutes(api, services)
}
