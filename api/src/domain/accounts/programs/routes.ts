import { createProgramTokenCall, deleteProgramTokenCall, listProgramTokensCall } from 'shared/contract/accounts'
import { type Api, route } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/services.ts'
import { createToken, listTokens, revokeToken } from './manage-tokens.ts'

const session = { access: { kind: 'session' } } as const

export const programRoutes = (api: Api, services: Services): void => {
  route(api, listProgramTokensCall, session, async ({ actor }) => listTokens(services, actor.userId))

  route(api, createProgramTokenCall, session, async ({ actor, body, reply }) => {
    const created = await createToken(services, actor, body)
    reply.code(201)
    return created
  })

  route(api, deleteProgramTokenCall, session, async ({ actor, params }) => {
    await revokeToken(services, actor.userId, params.tokenId)
    return { success: true }
  })
}
