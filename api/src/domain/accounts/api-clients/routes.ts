import {
  createProgramClientCall,
  createProgramTokenCall,
  deleteProgramClientCall,
  deleteProgramTokenCall,
  listProgramClientsCall,
  listProgramTokensCall,
  rotateProgramClientCall,
} from 'shared/contract/accounts'
import { addRoute, bySession, type RouteServices } from '../../../platform/http/route.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { createClient, listClients, revokeClient, rotateClientSecret } from './manage-clients.ts'
import { createToken, listTokens, revokeProgramToken } from './manage-tokens.ts'

const clientRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listProgramClientsCall, bySession, async ({ actor }) => listClients(services, actor.userId))

  addRoute(api, createProgramClientCall, bySession, async ({ actor, body, reply }) => {
    const created = await createClient(services, actor, body)
    reply.code(201)
    return created
  })

  addRoute(api, rotateProgramClientCall, bySession, async ({ actor, params, body }) =>
    rotateClientSecret(services, actor, { ...params, ...body }),
  )

  addRoute(api, deleteProgramClientCall, bySession, async ({ actor, params }) => {
    await revokeClient(services, actor.userId, params.clientId)
    return { success: true }
  })
}

export const apiClientRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listProgramTokensCall, bySession, async ({ actor }) => listTokens(services, actor.userId))

  addRoute(api, createProgramTokenCall, bySession, async ({ actor, body, reply }) => {
    const created = await createToken(services, actor, body)
    reply.code(201)
    return created
  })

  addRoute(api, deleteProgramTokenCall, bySession, async ({ actor, params }) => {
    await revokeProgramToken(services, actor.userId, params.tokenId)
    return { success: true }
  })

  clientRoutes(api, services)
}
