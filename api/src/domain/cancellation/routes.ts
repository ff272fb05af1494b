import { cancelDocumentCall, deleteFileCall, revokeInvitationCall } from 'shared/contract'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { cancelOwnDocument } from './cancel-document.ts'
import { deleteDocument } from './delete-document.ts'
import { revokeInvitation } from './revoke-invitation.ts'

export const cancellationRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, cancelDocumentCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await cancelOwnDocument(services, { userId: actor.userId, documentId: params.id, reason: body.reason })
    return { success: true }
  })

  addRoute(api, revokeInvitationCall, byApiClient('documents:write'), async ({ actor, params }) => {
    await revokeInvitation(services, actor.userId, params.id, params.invitationId)
    return { success: true }
  })

  addRoute(api, deleteFileCall, byApiClient('documents:write'), async ({ actor, params }) => {
    await deleteDocument(services, actor.userId, params.id)
    return { success: true }
  })
}
