import {
  createProgramClientCall,
  createProgramTokenCall,
  deleteProgramClientCall,
  deleteProgramTokenCall,
  listProgramClientsCall,
  listProgramTokensCall,
  rotateProgramClientCall,
} from 'shared/contract/accounts'
import { type Api, bySession, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/services.ts'
import { createClient, listClients, revokeClient, rotateSecret } from './manage-clients.ts'
import { createToken, listTokens, revokeToken } from './manage-tokens.ts'

const clientRoutes = (api: Api, services: Services): void => {
  route(api, listProgramClientsCall, bySession, async ({ actor }) => listClients(services, actor.userId))

  route(api, createProgramClientCall, bySession, async ({ actor, body, reply }) => {
    const created = await createClient(services, actor, body)
    reply.code(201)
    return created
  })

  route(api, rotateProgramClientCall, bySession, async ({ actor, params, body }) =>
    rotateSecret(services, actor, { ...params, ...body }),
  )

  route(api, deleteProgramClientCall, bySession, async ({ actor, params }) => {
    await revokeClient(services, actor.userId, params.clientId)
    return { success: true }
  })
}

export const programRoutes = (api: Api, services: Services): void => {
  route(api, listProgramTokensCall, bySession, async ({ actor }) => listTokens(services, actor.userId))

  route(api, createProgramTokenCall, bySession, async ({ actor, body, reply }) => {
    const created = await createToken(services, actor, body)
    reply.code(201)
    return created
  })

  route(api, deleteProgramTokenCall, bySession, async ({ actor, params }) => {
    await revokeToken(services, actor.userId, params.tokenId)
    return { success: true }
  })

  clientRoutes(api, services)
}
