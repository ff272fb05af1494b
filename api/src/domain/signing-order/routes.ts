import { getSigningOrderCall, setSigningOrderCall } from 'shared/contract/signing-order'
import { limits } from '../../platform/http/limits.ts'
import { type Api, byProgram, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { getSigningOrder, setSigningOrder } from './signing-order.ts'

export const signingOrderRoutes = (api: Api, services: Services): void => {
  route(api, getSigningOrderCall, byProgram('documents:read'), async ({ actor, params }) =>
    getSigningOrder(services, actor.userId, params.id),
  )

  route(api, setSigningOrderCall, byProgram('documents:write'), async ({ actor, params, body }) => {
    await api.limiter.hit(limits.setOrderByAccount, String(actor.userId))
    return setSigningOrder(services, actor.userId, params.id, body)
  })
}
