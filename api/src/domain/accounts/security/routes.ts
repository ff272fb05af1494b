import {
  cancelEmailChangeCall,
  changeEmailCall,
  changePasswordCall,
  confirmEmailCall,
  endOtherSessionsCall,
  endSessionCall,
  listSessionsCall,
  proveIdentityCall,
  requestEmailConfirmationCall,
  securityLogCall,
  securityStateCall,
  undoEmailChangeCall,
} from 'shared/contract/accounts'
import { rateLimits } from '../../../platform/http/limits.ts'
import { addRoute, byAnyone, bySession, type RouteServices } from '../../../platform/http/route.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { forgetEmailChange, pendingEmail } from '../users/email-confirmations.ts'
import { findAccount } from '../users/find-user.ts'
import { rememberBrowser } from '../users/remember-device.ts'
import { readSecurityLog } from '../users/security-log.ts'
import { changeEmail, requestEmailConfirmation } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { confirmEmail } from './confirm-email.ts'
import { proveByPassword } from './prove-identity.ts'
import { endOneSession, endOtherSessions, listSessions } from './sessions.ts'
import { undoEmailChange } from './undo-email-change.ts'

const byLink = byAnyone(rateLimits.emailLinkByAddress)

const identityRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, proveIdentityCall, bySession, async ({ actor, body }) => {
    await api.limiter.hit(rateLimits.proveIdentityBySession, String(actor.sessionId))
    return proveByPassword(services, api.limiter, actor, body)
  })
  addRoute(api, changePasswordCall, bySession, async ({ actor, body, request, reply }) =>
    rememberBrowser(services, await changePassword(services, actor, body), request, reply),
  )
}

const emailRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, changeEmailCall, bySession, async ({ actor, body }) => changeEmail(services, api.limiter, actor, body))
  addRoute(api, cancelEmailChangeCall, bySession, async ({ actor }) => {
    await forgetEmailChange(services.db, actor.userId)
    return { success: true }
  })
  addRoute(api, requestEmailConfirmationCall, bySession, async ({ actor }) =>
    requestEmailConfirmation(services, api.limiter, actor),
  )
  addRoute(api, confirmEmailCall, byLink, async ({ body }) => confirmEmail(services, body.token))
  addRoute(api, undoEmailChangeCall, byLink, async ({ body }) => undoEmailChange(services, body.token))
}

const sessionRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listSessionsCall, bySession, async ({ actor }) => listSessions(services, actor))
  addRoute(api, endSessionCall, bySession, async ({ actor, params }) => {
    await endOneSession(services, actor, params.sessionId)
    return { success: true }
  })
  addRoute(api, endOtherSessionsCall, bySession, async ({ actor }) => {
    await endOtherSessions(services, actor)
    return { success: true }
  })
  addRoute(api, securityLogCall, bySession, async ({ actor }) => readSecurityLog(services.db, actor.userId))
}

export const accountSecurityRoutes = (api: RouteServices, services: ApiServices): void => {
  identityRoutes(api, services)
  emailRoutes(api, services)
  sessionRoutes(api, services)
  addRoute(api, securityStateCall, bySession, async ({ actor }) => {
    const user = await findAccount(services.db, actor.userId)
    const pending_email = await pendingEmail(services.db, user.id, services.clock())
    return { email: user.email, email_verified: user.email_verified_at !== null, pending_email }
  })
}
