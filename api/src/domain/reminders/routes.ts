import { remindCall, silenceRemindersCall } from 'shared/contract'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { remindSigner } from './remind.ts'
import { setRemindersSilenced } from './silence-reminders.ts'

export const reminderRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, remindCall, byApiClient('documents:write'), async ({ actor, params }) => {
    await api.limiter.hit(rateLimits.remindByAccount, String(actor.userId))
    return remindSigner(services, { userId: actor.userId, documentId: params.id, invitationId: params.invitationId })
  })

  addRoute(
    api,
    silenceRemindersCall,
    { access: { kind: 'guest' }, limitByAddress: rateLimits.guestAnswerByAddress },
    async ({ actor, params, body }) => {
      await setRemindersSilenced(services, actor, { fieldId: params.fieldId, ...body })
      return { success: true }
    },
  )
}
