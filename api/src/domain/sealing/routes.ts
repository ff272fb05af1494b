import { retrySealingCall } from 'shared/contract/sealing'
import { limits } from '../../platform/http/limits.ts'
import { type Api, bySession, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { retrySealing } from './retry-sealing.ts'

export const sealingRoutes = (api: Api, services: Services): void => {
  route(api, retrySealingCall, bySession, async ({ actor, params }) => {
    await api.limiter.hit(limits.retrySealingByAccount, String(actor.userId))
    return retrySealing(services, actor.userId, params.id)
  })
}
