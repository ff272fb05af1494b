import { listInvitationsCall, revokeInvitationCall, sendInvitationCall, validateInvitationCall } from 'shared/contract'
import { limits } from '../http/limits.ts'
import { type Api, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { listInvitations } from './list-invitations.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import { sendInvitation } from './send-invitation.ts'
import { validateInvitation } from './validate-invitation.ts'

export const invitationRoutes = (api: Api, services: Services): void => {
  route(api, sendInvitationCall, { access: { kind: 'session' } }, async ({ actor, params, body }) => {
    api.limiter.hit(limits.sendInvitationByAccount, String(actor.userId))
    api.limiter.hit(limits.sendInvitationByField, `${params.id} ${body.field_id}`)
    return sendInvitation(services, actor.userId, params.id, body)
  })

  route(api, listInvitationsCall, { access: { kind: 'session' } }, async ({ actor, params }) =>
    listInvitations(services, actor.userId, params.id),
  )

  route(api, revokeInvitationCall, { access: { kind: 'session' } }, async ({ actor, params }) => {
    await revokeInvitation(services, actor.userId, params.id, params.invitationId)
    return { success: true }
  })

  route(
    api,
    validateInvitationCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.invitationByAddress },
    async ({ query }) => validateInvitation(services, query.token),
  )
}
