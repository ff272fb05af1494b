import { getSigningModeCall, setSigningModeCall } from 'shared/contract/signing-order'
import { limits } from '../../platform/http/limits.ts'
import { type Api, bySession, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { getSigningMode, setSigningMode } from './signing-mode.ts'

export const signingModeRoutes = (api: Api, services: Services): void => {
  route(api, getSigningModeCall, bySession, async ({ actor, params }) =>
    getSigningMode(services, actor.userId, params.id),
  )

  route(api, setSigningModeCall, bySession, async ({ actor, params, body }) => {
    await api.limiter.hit(limits.setOrderByAccount, String(actor.userId))
    return setSigningMode(services, { userId: actor.userId, documentId: params.id, mode: body.mode })
  })
}
