import {
  addParticipantCall,
  changeParticipantCall,
  inviteParticipantCall,
  listParticipantsCall,
  previewParticipantCall,
  removeParticipantCall,
} from 'shared/contract/participants'
import {
  approveDocumentCall,
  confirmReadingCall,
  forwardParticipationCall,
  openParticipationCall,
  rejectDocumentCall,
  seenDocumentCall,
  silenceParticipationCall,
} from 'shared/contract/participation'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { seenParticipation } from '../guest-answers/seen-invitation.ts'
import { countPeopleEdit } from '../participants/count-people-edits.ts'
import { silenceParticipation } from '../reminders/silence-reminders.ts'
import { answerDocument, forwardParticipation, rejectDocument } from './answer-document.ts'
import { addParticipant, changeParticipant, listParticipants, removeParticipant } from './edit-participants.ts'
import { inviteParticipant, previewParticipant } from './invite-participant.ts'
import { openParticipation } from './open-participation.ts'
import { addToSending, uninvitedTogether } from './participants-together.ts'

const ownerRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listParticipantsCall, byApiClient('documents:read'), async ({ actor, params }) =>
    listParticipants(services, actor.userId, params.id),
  )

  addRoute(api, addParticipantCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await countPeopleEdit(api, actor)
    const { in_sending, ...details } = body
    const target = { userId: actor.userId, documentId: params.id }
    return (in_sending === true ? addToSending : addParticipant)(services, target, details)
  })

  addRoute(api, changeParticipantCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await countPeopleEdit(api, actor)
    const { id: documentId, participantId } = params
    return changeParticipant(services, { userId: actor.userId, documentId, participantId }, body)
  })

  addRoute(api, removeParticipantCall, byApiClient('documents:write'), async ({ actor, params }) => {
    await countPeopleEdit(api, actor)
    const { id: documentId, participantId } = params
    await removeParticipant(services, { userId: actor.userId, documentId, participantId })
    return { success: true }
  })

  addRoute(api, inviteParticipantCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    const { userId } = actor
    const { id: documentId, participantId } = params
    const count = async (document: number, participant: number) => {
      await api.limiter.hit(rateLimits.sendInvitationByAccount, String(userId))
      await api.limiter.hit(rateLimits.sendInvitationByField, `${document} ${participant}`)
    }
    await count(documentId, participantId)
    const elsewhere = await uninvitedTogether(services.db, { userId, documentId, participantId }, services.clock())
    for (const { document, participant } of elsewhere) await count(document.id, participant.id)
    return inviteParticipant(services, actor, { documentId, participantId, elsewhere }, body)
  })

  addRoute(api, previewParticipantCall, bySession, async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.previewInvitationByAccount, String(actor.userId))
    const { id: documentId, participantId } = params
    return previewParticipant(services, { userId: actor.userId, documentId, participantId }, body)
  })
}

const participantRule = { access: { kind: 'participant' }, limitByAddress: rateLimits.guestAnswerByAddress } as const

const succeeded = async (work: Promise<void>): Promise<{ success: boolean }> => {
  await work
  return { success: true }
}

const participantRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, seenDocumentCall, participantRule, async ({ actor, params }) =>
    succeeded(seenParticipation(services, actor, params.participantId)),
  )

  for (const [call, kind] of [
    [approveDocumentCall, 'visto_bueno'],
    [confirmReadingCall, 'lectura'],
  ] as const)
    addRoute(api, call, participantRule, async ({ actor, params, body }) => {
      const given = { participantId: params.participantId, shown: body.document_sha256 }
      return answerDocument(services, { kind, actor, given })
    })

  addRoute(api, rejectDocumentCall, participantRule, async ({ actor, params, body }) =>
    succeeded(rejectDocument(services, actor, { participantId: params.participantId, ...body })),
  )

  addRoute(api, silenceParticipationCall, participantRule, async ({ actor, params, body }) =>
    succeeded(silenceParticipation(services, actor, { participantId: params.participantId, ...body })),
  )

  addRoute(api, forwardParticipationCall, participantRule, async ({ actor, params, body }) => {
    await api.limiter.hit(rateLimits.forwardByField, String(actor.participantId))
    return succeeded(forwardParticipation(services, actor, { participantId: params.participantId, ...body }))
  })
}

export const participationRoutes = (api: RouteServices, services: ApiServices): void => {
  ownerRoutes(api, services)
  addRoute(
    api,
    openParticipationCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: rateLimits.invitationByAddress,
      hostClaim: ({ query }) => ({ token: query.token }),
    },
    async ({ query }) => openParticipation(services, query.token),
  )
  participantRoutes(api, services)
}
