import {
  answerProposalCall,
  declineInvitationCall,
  forwardInvitationCall,
  seenInvitationCall,
  validateInvitationCall,
} from 'shared/contract'
import { openUnsubscribeCall, unsubscribeCall } from 'shared/contract/unsubscribe'
import { rateLimits } from '../../platform/http/limits.ts'
import { multipartBody } from '../../platform/http/multipart.ts'
import { addRoute, byAnyone, bySession, type RouteServices, rawRoute } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { answerProposal } from './answer-proposal.ts'
import { declineInvitation } from './decline-invitation.ts'
import { forwardInvitation } from './forward-invitation.ts'
import { seenInvitation } from './seen-invitation.ts'
import { checkOneClick, unsubscribePage, unsubscribeSigner } from './unsubscribe.ts'
import { validateInvitation } from './validate-invitation.ts'

const guestRule = { access: { kind: 'guest' }, limitByAddress: rateLimits.guestAnswerByAddress } as const

const guestRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, seenInvitationCall, guestRule, async ({ actor, params }) => {
    await seenInvitation(services, actor, params.fieldId)
    return { success: true }
  })

  addRoute(api, declineInvitationCall, guestRule, async ({ actor, params, body }) => {
    await declineInvitation(services, actor, { fieldId: params.fieldId, ...body })
    return { success: true }
  })

  addRoute(api, forwardInvitationCall, guestRule, async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.forwardByField, String(actor.fieldId))
    await forwardInvitation(services, actor, { fieldId: params.fieldId, ...body })
    return { success: true }
  })
}

const tokenRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(
    api,
    validateInvitationCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.invitationByAddress,
      hostClaim: ({ query }) => ({ token: query.token }),
    },
    async ({ query }) => validateInvitation(services, query.token),
  )

  const byAddress = byAnyone(rateLimits.unsubscribeByAddress)

  addRoute(api, unsubscribeCall, byAddress, async ({ query, body, request }) => {
    await checkOneClick(multipartBody(request), body)
    await unsubscribeSigner(services, query.token)
    return { success: true }
  })

  rawRoute(api, openUnsubscribeCall, byAddress, async ({ query, reply }) =>
    reply.redirect(await unsubscribePage(services, query.token), 303),
  )
}

export const guestAnswerRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, answerProposalCall, bySession, async ({ actor, params, body }) => {
    if (body.accepted) await api.limiter.hit(rateLimits.sendInvitationByAccount, String(actor.userId))
    const { id: documentId, invitationId } = params
    await answerProposal(services, { userId: actor.userId, documentId, invitationId, accepted: body.accepted })
    return { success: true }
  })

  guestRoutes(api, services)
  tokenRoutes(api, services)
}
