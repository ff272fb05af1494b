import {
  addEmbeddingOriginCall,
  frameAncestorsCall,
  listEmbeddingOriginsCall,
  removeEmbeddingOriginCall,
} from 'shared/contract/accounts'
import { limits } from '../../platform/http/limits.ts'
import { type Api, anyone, bySession, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { findAncestors } from './listed-origins.ts'
import { addOrigin, listOrigins, removeOrigin } from './manage-origins.ts'

export const embeddingRoutes = (api: Api, services: Services): void => {
  route(api, listEmbeddingOriginsCall, bySession, async ({ actor }) => listOrigins(services, actor.userId))

  route(api, addEmbeddingOriginCall, bySession, async ({ actor, body, reply }) => {
    const added = await addOrigin(services, actor, body)
    reply.code(201)
    return added
  })

  route(api, removeEmbeddingOriginCall, bySession, async ({ actor, params }) => {
    await removeOrigin(services, actor.userId, params.originId)
    return { success: true }
  })

  route(api, frameAncestorsCall, anyone(limits.frameAncestorsByAddress), async ({ body }) => ({
    origins: await findAncestors(services, body),
  }))
}
