import {
  addAlternateCall,
  inviteAlternateCall,
  listAlternatesCall,
  removeAlternateCall,
} from 'shared/contract/alternates'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { inviteUnderLock } from '../invitations/invite-under-lock.ts'
import { countPeopleEdit } from '../participants/count-people-edits.ts'
import { addAlternate, listAlternates, removeAlternate } from './edit-alternates.ts'
import { inviteAlternate } from './invite-alternate.ts'

const writing = byApiClient('documents:write')

const editRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, addAlternateCall, writing, async ({ actor, params: { id: documentId }, body }) => {
    await countPeopleEdit(api, actor)
    return addAlternate(services, { userId: actor.userId, documentId }, body)
  })

  addRoute(api, removeAlternateCall, writing, async ({ actor, params: { id: documentId, alternateId } }) => {
    await countPeopleEdit(api, actor)
    await removeAlternate(services, { userId: actor.userId, documentId, alternateId })
    return { success: true }
  })
}

export const alternateRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listAlternatesCall, byApiClient('documents:read'), async ({ actor, params }) =>
    listAlternates(services, actor.userId, params.id),
  )
  editRoutes(api, services)
  addRoute(api, inviteAlternateCall, writing, async ({ actor, params: { id: documentId, alternateId }, body }) => {
    await api.limiter.hit(rateLimits.sendInvitationByAccount, String(actor.userId))
    await api.limiter.hit(rateLimits.sendInvitationByField, `${documentId} ${alternateId}`)
    const asked = { userId: actor.userId, documentId, alternateId, body }
    return inviteUnderLock(services, actor, documentId, (transaction, now) =>
      inviteAlternate(transaction, services, { ...asked, now }),
    )
  })
}
