import { signingAgentCall, startAgentSessionCall } from 'shared/contract'
import { limits } from '../http/limits.ts'
import { type Api, route } from '../http/route.ts'
import type { Services } from '../services.ts'
import { startSession } from './start-session.ts'

export const agentSessionRoutes = (api: Api, services: Services): void => {
  route(
    api,
    signingAgentCall,
    { access: { kind: 'anyone' }, limitByAddress: limits.signingAgentByAddress },
    async () => ({ kind: services.signingAgent }),
  )

  route(
    api,
    startAgentSessionCall,
    {
      access: { kind: 'anyone' },
      limitByAddress: limits.agentSessionByAddress,
      limitAltogether: limits.agentSessionAltogether,
    },
    async ({ body, reply }) => {
      await api.limiter.hit(limits.agentSessionByDocument, String(body.user_file_id))
      const session = await startSession(services, body)
      reply.code(201)
      return session
    },
  )
}
