import { retrySealingCall } from 'shared/contract/sealing'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { retrySealing } from './retry-sealing.ts'

export const sealingRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, retrySealingCall, bySession, async ({ actor, params }) => {
    await api.limiter.hit(rateLimits.retrySealingByAccount, String(actor.userId))
    return retrySealing(services, actor.userId, params.id)
  })
}
