import { linkCodeCall, publicLinkCall, signingAgentCall, startAgentSessionCall } from 'shared/contract'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byAnyone, type RouteServices } from '../../platform/http/route.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { ApiServices } from '../../platform/services.ts'
import { mailLinkCode } from './link-codes.ts'
import { readPublicLink } from './read-public-link.ts'
import { startLinkSession } from './start-session.ts'

export const linkSessionRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, signingAgentCall, byAnyone(rateLimits.signingAgentByAddress), async () => ({
    kind: services.signingAgent,
    ...(services.fva?.isSimulator ? { simulator: true } : {}),
  }))

  addRoute(
    api,
    startAgentSessionCall,
    { ...byAnyone(rateLimits.agentSessionByAddress), limitAltogether: rateLimits.agentSessionAltogether },
    async ({ body, reply }) => {
      await api.limiter.hit(rateLimits.agentSessionByDocument, String(body.user_file_id))
      const session = await startLinkSession(services, body)
      reply.code(201)
      return session
    },
  )

  addRoute(api, publicLinkCall, byAnyone(rateLimits.signingAgentByAddress), async ({ params }) =>
    readPublicLink(services, params.id),
  )

  addRoute(
    api,
    linkCodeCall,
    { ...byAnyone(rateLimits.linkCodeByAddress), limitAltogether: rateLimits.linkCodeAltogether },
    async ({ body: { user_file_id: documentId, email } }) => {
      await api.limiter.hit(rateLimits.linkCodeByDocument, String(documentId))
      await api.limiter.hit(rateLimits.linkCodeByRecipient, emailKey(email))
      await mailLinkCode(services, { documentId, email })
      return { success: true }
    },
  )
}
