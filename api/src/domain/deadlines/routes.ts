import { setDeadlineCall } from 'shared/contract/signing-order'
import { limits } from '../../platform/http/limits.ts'
import { type Api, byProgram, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { setDeadline } from './set-deadline.ts'

export const deadlineRoutes = (api: Api, services: Services): void => {
  route(api, setDeadlineCall, byProgram('documents:write'), async ({ actor, params, body }) => {
    await api.limiter.hit(limits.setDeadlineByAccount, String(actor.userId))
    await api.limiter.hit(limits.setDeadlineByDocument, `${actor.userId} ${params.id}`)
    await setDeadline(services, { userId: actor.userId, documentId: params.id, date: body.date })
    return { success: true }
  })
}
