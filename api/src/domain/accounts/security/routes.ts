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
import { limits } from '../../../platform/http/limits.ts'
import { type Api, anyone, bySession, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/services.ts'
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

const byLink = anyone(limits.emailLinkByAddress)

const identityRoutes = (api: Api, services: Services): void => {
  route(api, proveIdentityCall, bySession, async ({ actor, body }) => {
    await api.limiter.hit(limits.proveIdentityBySession, String(actor.sessionId))
    return proveByPassword(services, api.limiter, actor, body)
  })
  route(api, changePasswordCall, bySession, async ({ actor, body, request, reply }) =>
    rememberBrowser(services, await changePassword(services, actor, body), request, reply),
  )
}

const emailRoutes = (api: Api, services: Services): void => {
  route(api, changeEmailCall, bySession, async ({ actor, body }) => changeEmail(services, api.limiter, actor, body))
  route(api, cancelEmailChangeCall, bySession, async ({ actor }) => {
    await forgetEmailChange(services.db, actor.userId)
    return { success: true }
  })
  route(api, requestEmailConfirmationCall, bySession, async ({ actor }) =>
    requestEmailConfirmation(services, api.limiter, actor),
  )
  route(api, confirmEmailCall, byLink, async ({ body }) => confirmEmail(services, body.token))
  route(api, undoEmailChangeCall, byLink, async ({ body }) => undoEmailChange(services, body.token))
}

const sessionRoutes = (api: Api, services: Services): void => {
  route(api, listSessionsCall, bySession, async ({ actor }) => listSessions(services, actor))
  route(api, endSessionCall, bySession, async ({ actor, params }) => {
    await endOneSession(services, actor, params.sessionId)
    return { success: true }
  })
  route(api, endOtherSessionsCall, bySession, async ({ actor }) => {
    await endOtherSessions(services, actor)
    return { success: true }
  })
  route(api, securityLogCall, bySession, async ({ actor }) => readSecurityLog(services.db, actor.userId))
}

export const accountSecurityRoutes = (api: Api, services: Services): void => {
  identityRoutes(api, services)
  emailRoutes(api, services)
  sessionRoutes(api, services)
  route(api, securityStateCall, bySession, async ({ actor }) => {
    const user = await findAccount(services.db, actor.userId)
    const pending_email = await pendingEmail(services.db, user.id, services.clock())
    return { email: user.email, email_verified: user.email_verified_at !== null, pending_email }
  })
}
