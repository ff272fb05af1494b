import { setDeadlineCall } from 'shared/contract/signing-order'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { setDeadline } from './set-deadline.ts'

export const deadlineRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, setDeadlineCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.setDeadlineByAccount, String(actor.userId))
    await api.limiter.hit(rateLimits.setDeadlineByDocument, `${actor.userId} ${params.id}`)
    await setDeadline(services, { userId: actor.userId, documentId: params.id, date: body.date })
    return { success: true }
  })
}
