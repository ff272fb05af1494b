import { cancelDocumentCall } from 'shared/contract'
import { type Api, byProgram, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { cancelDocument } from './cancel-document.ts'

export const cancellationRoutes = (api: Api, services: Services): void => {
  route(api, cancelDocumentCall, byProgram('documents:write'), async ({ actor, params, body }) => {
    await cancelDocument(services, { userId: actor.userId, documentId: params.id, reason: body.reason })
    return { success: true }
  })
}
