import { lapsedInvitationCall, listInvitationsCall, renewInvitationCall, sendInvitationCall } from 'shared/contract'
import { correctAddressCall, handOverLinkCall, previewInvitationCall } from 'shared/contract/signing-order'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { correctAddress } from './correct-address.ts'
import { handOverLink } from './hand-over-link.ts'
import { listInvitations } from './list-invitations.ts'
import { previewInvitation } from './preview-invitation.ts'
import { readLapsed, renewInvitation } from './renew-invitation.ts'
import { sendInvitation } from './send-invitation.ts'

const ownerRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, sendInvitationCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.sendInvitationByAccount, String(actor.userId))
    await api.limiter.hit(rateLimits.sendInvitationByField, `${params.id} ${body.field_id}`)
    return sendInvitation(services, actor, params.id, body)
  })

  addRoute(api, previewInvitationCall, bySession, async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.previewInvitationByAccount, String(actor.userId))
    return previewInvitation(services, { userId: actor.userId, documentId: params.id, body })
  })

  addRoute(api, listInvitationsCall, byApiClient('documents:read'), async ({ actor, params }) =>
    listInvitations(services, actor.userId, params.id),
  )

  addRoute(api, correctAddressCall, bySession, async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.sendInvitationByAccount, String(actor.userId))
    const { id: documentId, invitationId } = params
    await api.limiter.hit(rateLimits.sendInvitationByField, `${documentId} ${invitationId}`)
    return correctAddress(services, { userId: actor.userId, documentId, invitationId, email: body.email })
  })

  // Programs have no use for a link that a person hands over.
  addRoute(api, handOverLinkCall, bySession, async ({ actor, params }) => {
    await api.limiter.hit(rateLimits.handOverLinkByAccount, String(actor.userId))
    return handOverLink(services, actor.userId, params)
  })
}

const tokenRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(
    api,
    lapsedInvitationCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.invitationByAddress,
      hostClaim: ({ query }) => ({ token: query.token }),
    },
    async ({ query }) => readLapsed(services, query.token),
  )

  addRoute(
    api,
    renewInvitationCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.renewByAddress,
      limitAltogether: rateLimits.renewAltogether,
      hostClaim: ({ body }) => ({ token: body.token }),
    },
    async ({ body }) => {
      await renewInvitation(services, body.token, (fieldId) =>
        api.limiter.hit(rateLimits.renewByField, String(fieldId)),
      )
      return { success: true }
    },
  )
}

export const invitationRoutes = (api: RouteServices, services: ApiServices): void => {
  ownerRoutes(api, services)
  tokenRoutes(api, services)
}
