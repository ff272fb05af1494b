import {
  lapsedInvitationCall,
  listInvitationsCall,
  renewInvitationCall,
  revokeInvitationCall,
  sendInvitationCall,
} from 'shared/contract'
import { previewInvitationCall } from 'shared/contract/signing-order'
import { limits } from '../../platform/http/limits.ts'
import { type Api, byProgram, bySession, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { listInvitations } from './list-invitations.ts'
import { previewInvitation } from './preview-invitation.ts'
import { readLapsed, renewInvitation } from './renew-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import { sendInvitation } from './send-invitation.ts'

const ownerRoutes = (api: Api, services: Services): void => {
  route(api, sendInvitationCall, byProgram('documents:write'), async ({ actor, params, body }) => {
    await api.limiter.hit(limits.sendInvitationByAccount, String(actor.userId))
    await api.limiter.hit(limits.sendInvitationByField, `${params.id} ${body.field_id}`)
    return sendInvitation(services, actor, params.id, body)
  })

  route(api, previewInvitationCall, bySession, async ({ actor, params, body }) => {
    await api.limiter.hit(limits.previewInvitationByAccount, String(actor.userId))
    return previewInvitation(services, { userId: actor.userId, documentId: params.id, body })
  })

  route(api, listInvitationsCall, byProgram('documents:read'), async ({ actor, params }) =>
    listInvitations(services, actor.userId, params.id),
  )

  route(api, revokeInvitationCall, byProgram('documents:write'), async ({ actor, params }) => {
    await revokeInvitation(services, actor.userId, params.id, params.invitationId)
    return { success: true }
  })
}

const tokenRoutes = (api: Api, services: Services): void => {
  route(
    api,
    lapsedInvitationCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: limits.invitationByAddress,
      hostClaim: ({ query }) => ({ token: query.token }),
    },
    async ({ query }) => readLapsed(services, query.token),
  )

  route(
    api,
    renewInvitationCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: limits.renewByAddress,
      limitAltogether: limits.renewAltogether,
      hostClaim: ({ body }) => ({ token: body.token }),
    },
    async ({ body }) => {
      await renewInvitation(services, body.token, (fieldId) => api.limiter.hit(limits.renewByField, String(fieldId)))
      return { success: true }
    },
  )
}

export const invitationRoutes = (api: Api, services: Services): void => {
  ownerRoutes(api, services)
  tokenRoutes(api, services)
}
