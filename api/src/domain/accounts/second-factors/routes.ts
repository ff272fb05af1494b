import {
  addPasskeyCall,
  confirmTotpCall,
  newRecoveryCodesCall,
  passkeyLoginCall,
  provePasskeyCall,
  removePasskeyCall,
  removeTotpCall,
  secondFactorsCall,
  secondStepCall,
  startPasskeyCall,
  startPasskeyLoginCall,
  startPasskeyProofCall,
  startTotpCall,
} from 'shared/contract/accounts'
import { rateLimits } from '../../../platform/http/limits.ts'
import { addRoute, byAnyone, bySession, type RouteServices } from '../../../platform/http/route.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { rememberBrowser } from '../users/remember-device.ts'
import { readFactors } from './factors.ts'
import {
  addPasskey,
  checkPasskeyLogin,
  provePasskey,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
  startPasskeyProof,
} from './manage-passkeys.ts'
import { confirmTotp, newRecoveryCodes, removeTotp, startTotp } from './manage-totp.ts'
import { openAfterSteps, takeSecondStep } from './second-step.ts'

const byAddress = byAnyone(rateLimits.secondStepByAddress)

const loginRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, secondStepCall, byAddress, async ({ body, request, reply }) =>
    rememberBrowser(services, await takeSecondStep(services, api.limiter, body), request, reply),
  )
  addRoute(
    api,
    startPasskeyLoginCall,
    { ...byAnyone(rateLimits.passkeyOptionsByAddress), limitAltogether: rateLimits.passkeyOptionsAltogether },
    async () => startPasskeyLogin(services),
  )
  addRoute(api, passkeyLoginCall, byAddress, async ({ body, request, reply }) => {
    const { challenge, userId } = await checkPasskeyLogin(services, body)
    return rememberBrowser(services, await openAfterSteps(services, userId, challenge), request, reply)
  })
}

const totpRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, startTotpCall, bySession, async ({ actor, body }) => startTotp(services, actor, body.proof))
  addRoute(api, confirmTotpCall, bySession, async ({ actor, body }) =>
    confirmTotp(services, api.limiter, actor, body.code),
  )
  addRoute(api, removeTotpCall, bySession, async ({ actor, body }) => {
    await removeTotp(services, actor, body.proof)
    return { success: true }
  })
  addRoute(api, newRecoveryCodesCall, bySession, async ({ actor, body }) =>
    newRecoveryCodes(services, actor, body.proof),
  )
}

const passkeyRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, startPasskeyCall, bySession, async ({ actor, body }) => startPasskey(services, actor, body.proof))
  addRoute(api, addPasskeyCall, bySession, async ({ actor, body }) => addPasskey(services, actor, body))
  addRoute(api, removePasskeyCall, bySession, async ({ actor, params, body }) => {
    await removePasskey(services, actor, params.passkeyId, body.proof)
    return { success: true }
  })
  addRoute(api, startPasskeyProofCall, bySession, async ({ actor }) => startPasskeyProof(services, actor))
  addRoute(api, provePasskeyCall, bySession, async ({ actor, body }) => {
    await api.limiter.hit(rateLimits.proveIdentityBySession, String(actor.sessionId))
    return provePasskey(services, actor, body)
  })
}

export const secondFactorRoutes = (api: RouteServices, services: ApiServices): void => {
  loginRoutes(api, services)
  totpRoutes(api, services)
  passkeyRoutes(api, services)
  addRoute(api, secondFactorsCall, bySession, async ({ actor }) => readFactors(services.db, actor.userId))
}
