import {
  answerProposalCall,
  cancelDocumentCall,
  declineInvitationCall,
  forwardInvitationCall,
  lapsedInvitationCall,
  listInvitationsCall,
  openUnsubscribeCall,
  remindCall,
  renewInvitationCall,
  revokeInvitationCall,
  seenInvitationCall,
  sendInvitationCall,
  silenceRemindersCall,
  unsubscribeCall,
  validateInvitationCall,
} from 'shared/contract'
import { limits } from '../../platform/http/limits.ts'
import { type Api, rawRoute, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { answerProposal } from '../guest-answers/answer-proposal.ts'
import { cancelDocument } from '../guest-answers/cancel-document.ts'
import { declineInvitation } from '../guest-answers/decline-invitation.ts'
import { forwardInvitation } from '../guest-answers/forward-invitation.ts'
import { seenInvitation } from '../guest-answers/seen-invitation.ts'
import { checkOneClick, unsubscribe, unsubscribePage } from '../guest-answers/unsubscribe.ts'
import { validateInvitation } from '../guest-answers/validate-invitation.ts'
import { remind } from '../reminders/remind.ts'
import { silenceReminders } from '../reminders/silence-reminders.ts'
import { listInvitations } from './list-invitations.ts'
import { readLapsed, renewInvitation } from './renew-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'
import { sendInvitation } from './send-invitation.ts'

const ownerRoutes = (api: Api, services: Services): void => {
  route(api, sendInvitationCall, { access: { kind: 'session' } }, async ({ actor, params, body }) => {
    await api.limiter.hit(limits.sendInvitationByAccount, String(actor.userId))
    await api.limiter.hit(limits.sendInvitationByField, `${params.id} ${body.field_id}`)
    return sendInvitation(services, actor.userId, params.id, body)
  })

  route(api, listInvitationsCall, { access: { kind: 'session' } }, async ({ actor, params }) =>
    listInvitations(services, actor.userId, params.id),
  )

  route(api, revokeInvitationCall, { access: { kind: 'session' } }, async ({ actor, params }) => {
    await revokeInvitation(services, actor.userId, params.id, params.invitationId)
    return { success: true }
  })

  route(api, remindCall, { access: { kind: 'session' } }, async ({ actor, params }) => {
    await api.limiter.hit(limits.remindByAccount, String(actor.userId))
    return remind(services, { userId: actor.userId, documentId: params.id, invitationId: params.invitationId })
  })

  route(api, answerProposalCall, { access: { kind: 'session' } }, async ({ actor, params, body }) => {
    if (body.accepted) await api.limiter.hit(limits.sendInvitationByAccount, String(actor.userId))
    const { id: documentId, invitationId } = params
    await answerProposal(services, { userId: actor.userId, documentId, invitationId, accepted: body.accepted })
    return { success: true }
  })

  route(api, cancelDocumentCall, { access: { kind: 'session' } }, async ({ actor, params, body }) => {
    await cancelDocument(services, { userId: actor.userId, documentId: params.id, reason: body.reason })
    return { success: true }
  })
}

const guestRule = { access: { kind: 'guest' }, limitByAddress: limits.guestAnswerByAddress } as const

const guestRoutes = (api: Api, services: Services): void => {
  route(api, seenInvitationCall, guestRule, async ({ actor, params }) => {
    await seenInvitation(services, actor, params.fieldId)
    return { success: true }
  })

  route(api, declineInvitationCall, guestRule, async ({ actor, params, body }) => {
    await declineInvitation(services, actor, { fieldId: params.fieldId, ...body })
    return { success: true }
  })

  route(api, forwardInvitationCall, guestRule, async ({ actor, params, body }) => {
    await api.limiter.hit(limits.forwardByField, String(actor.fieldId))
    await forwardInvitation(services, actor, { fieldId: params.fieldId, ...body })
    return { success: true }
  })

  route(api, silenceRemindersCall, guestRule, async ({ actor, params, body }) => {
    await silenceReminders(services, actor, { fieldId: params.fieldId, ...body })
    return { success: true }
  })
}

/** Routes that need only a link's token. */
const tokenRoutes = (api: Api, services: Services): void => {
  route(
    api,
    validateInvitationCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.invitationByAddress },
    async ({ query }) => validateInvitation(services, query.token),
  )

  route(
    api,
    lapsedInvitationCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.invitationByAddress },
    async ({ query }) => readLapsed(services, query.token),
  )

  route(
    api,
    renewInvitationCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.renewByAddress, limitAltogether: limits.renewAltogether },
    async ({ body }) => {
      await renewInvitation(services, body.token, (fieldId) => api.limiter.hit(limits.renewByField, String(fieldId)))
      return { success: true }
    },
  )

  const anyone = { access: { kind: 'anyone' }, limitByAddress: limits.unsubscribeByAddress } as const

  route(api, unsubscribeCall, anyone, async ({ query, body, request }) => {
    await checkOneClick(request, body)
    await unsubscribe(services, query.token)
    return { success: true }
  })

  rawRoute(api, openUnsubscribeCall, anyone, async ({ query, reply }) =>
    reply.redirect(await unsubscribePage(services, query.token), 303),
  )
}

export const invitationRoutes = (api: Api, services: Services): void => {
  ownerRoutes(api, services)
  guestRoutes(api, services)
  tokenRoutes(api, services)
}
