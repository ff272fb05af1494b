import { getSigningModeCall, setSigningModeCall } from 'shared/contract/signing-order'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { getSigningMode, setSigningMode } from './signing-mode.ts'

export const signingModeRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, getSigningModeCall, bySession, async ({ actor, params }) =>
    getSigningMode(services, actor.userId, params.id),
  )

  addRoute(api, setSigningModeCall, bySession, async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.setOrderByAccount, String(actor.userId))
    return setSigningMode(services, { userId: actor.userId, documentId: params.id, mode: body.mode })
  })
}
