import { cancelDocumentCall } from 'shared/contract'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { cancelOwnDocument } from './cancel-document.ts'

export const cancellationRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, cancelDocumentCall, byApiClient('documents:write'), async ({ actor, params, body }) => {
    await cancelOwnDocument(services, { userId: actor.userId, documentId: params.id, reason: body.reason })
    return { success: true }
  })
}
