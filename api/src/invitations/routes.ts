import { sendInvitationCall, validateInvitationCall } from 'shared/contract'
import { limits } from '../http/limits.ts'
import { type Api, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { sendInvitation } from './send-invitation.ts'
import { validateInvitation } from './validate-invitation.ts'

export const invitationRoutes = (api: Api, services: Services): void => {
  route(api, sendInvitationCall, { access: { kind: 'session' } }, async ({ actor, params, body }) => {
    api.limiter.hit(limits.sendInvitationByAccount, String(actor.userId))
    api.limiter.hit(limits.sendInvitationByField, `${params.id} ${body.field_id}`)
    return sendInvitation(services, actor.userId, params.id, body)
  })

  route(
    api,
    validateInvitationCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.invitationByAddress },
    async ({ query }) => validateInvitation(services, query.token),
  )
}
