import { getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { getSigningOrder, setSigningOrder } from './signing-order.ts'

export const signingOrderRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, getSigningOrderCall, byApiClient('documents:read'), async ({ actor, params }) =>
    getSigningOrder(services, actor.userId, params.id),
  )

  addRoute(api, setSigningOrderCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.setOrderByAccount, String(actor.userId))
    return setSigningOrder(services, actor.userId, params.id, body)
  })
}
