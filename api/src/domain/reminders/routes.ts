import { remindCall, silenceRemindersCall } from 'shared/contract'
import { limits } from '../../platform/http/limits.ts'
import { type Api, byProgram, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { remind } from './remind.ts'
import { silenceReminders } from './silence-reminders.ts'

export const reminderRoutes = (api: Api, services: Services): void => {
  route(api, remindCall, byProgram('documents:write'), async ({ actor, params }) => {
    await api.limiter.hit(limits.remindByAccount, String(actor.userId))
    return remind(services, { userId: actor.userId, documentId: params.id, invitationId: params.invitationId })
  })

  route(
    api,
    silenceRemindersCall,
    { access: { kind: 'guest' }, limitByAddress: limits.guestAnswerByAddress },
    async ({ actor, params, body }) => {
      await silenceReminders(services, actor, { fieldId: params.fieldId, ...body })
      return { success: true }
    },
  )
}
