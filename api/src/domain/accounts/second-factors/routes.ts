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
import { limits } from '../../../platform/http/limits.ts'
import { type Api, anyone, bySession, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/services.ts'
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

const byAddress = anyone(limits.secondStepByAddress)

const loginRoutes = (api: Api, services: Services): void => {
  route(api, secondStepCall, byAddress, async ({ body, request, reply }) =>
    rememberBrowser(services, await takeSecondStep(services, api.limiter, body), request, reply),
  )
  route(
    api,
    startPasskeyLoginCall,
    { ...anyone(limits.passkeyOptionsByAddress), limitAltogether: limits.passkeyOptionsAltogether },
    async () => startPasskeyLogin(services),
  )
  route(api, passkeyLoginCall, byAddress, async ({ body, request, reply }) => {
    const { challenge, userId } = await checkPasskeyLogin(services, body)
    return rememberBrowser(services, await openAfterSteps(services, userId, challenge), request, reply)
  })
}

const totpRoutes = (api: Api, services: Services): void => {
  route(api, startTotpCall, bySession, async ({ actor, body }) => startTotp(services, actor, body.proof))
  route(api, confirmTotpCall, bySession, async ({ actor, body }) =>
    confirmTotp(services, api.limiter, actor, body.code),
  )
  route(api, removeTotpCall, bySession, async ({ actor, body }) => {
    await removeTotp(services, actor, body.proof)
    return { success: true }
  })
  route(api, newRecoveryCodesCall, bySession, async ({ actor, body }) => newRecoveryCodes(services, actor, body.proof))
}

const passkeyRoutes = (api: Api, services: Services): void => {
  route(api, startPasskeyCall, bySession, async ({ actor, body }) => startPasskey(services, actor, body.proof))
  route(api, addPasskeyCall, bySession, async ({ actor, body }) => addPasskey(services, actor, body))
  route(api, removePasskeyCall, bySession, async ({ actor, params, body }) => {
    await removePasskey(services, actor, params.passkeyId, body.proof)
    return { success: true }
  })
  route(api, startPasskeyProofCall, bySession, async ({ actor }) => startPasskeyProof(services, actor))
  route(api, provePasskeyCall, bySession, async ({ actor, body }) => {
    await api.limiter.hit(limits.proveIdentityBySession, String(actor.sessionId))
    return provePasskey(services, actor, body)
  })
}

export const secondFactorRoutes = (api: Api, services: Services): void => {
  loginRoutes(api, services)
  totpRoutes(api, services)
  passkeyRoutes(api, services)
  route(api, secondFactorsCall, bySession, async ({ actor }) => readFactors(services.db, actor.userId))
}
