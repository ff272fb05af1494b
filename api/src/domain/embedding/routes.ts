import {
  addEmbeddingOriginCall,
  changeEmbeddingDevelopmentCall,
  frameAncestorsCall,
  listEmbeddingOriginsCall,
  readEmbeddingDevelopmentCall,
  removeEmbeddingOriginCall,
} from 'shared/contract/accounts'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byAnyone, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { endDevelopment, readDevelopment, startDevelopment } from './embedding-development.ts'
import { findAncestors } from './listed-origins.ts'
import { addOrigin, listOrigins, removeOrigin } from './manage-origins.ts'

export const embeddingRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listEmbeddingOriginsCall, bySession, async ({ actor }) => listOrigins(services, actor.userId))

  addRoute(api, addEmbeddingOriginCall, bySession, async ({ actor, body, reply }) => {
    const added = await addOrigin(services, actor, body)
    reply.code(201)
    return added
  })

  addRoute(api, removeEmbeddingOriginCall, bySession, async ({ actor, params }) => {
    await removeOrigin(services, actor.userId, params.originId)
    return { success: true }
  })

  addRoute(api, readEmbeddingDevelopmentCall, bySession, async ({ actor }) =>
    readDevelopment(services.db, actor.userId),
  )

  addRoute(api, changeEmbeddingDevelopmentCall, bySession, async ({ actor, body }) => {
    if (body.on) await startDevelopment(services, actor, body.proof)
    else await endDevelopment(services, actor.userId)
    return { on: body.on }
  })

  addRoute(api, frameAncestorsCall, byAnyone(rateLimits.frameAncestorsByAddress), async ({ body }) => ({
    origins: await findAncestors(services, body),
  }))
}
