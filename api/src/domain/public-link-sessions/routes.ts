import { linkCodeCall, publicLinkCall, signingAgentCall, startAgentSessionCall } from 'shared/contract'
import { limits } from '../../platform/http/limits.ts'
import { type Api, anyone, route } from '../../platform/http/route.ts'
import { emailKey } from '../../platform/names/name-keys.ts'
import type { Services } from '../../platform/services.ts'
import { mailLinkCode } from './link-codes.ts'
import { readPublicLink } from './read-public-link.ts'
import { startSession } from './start-session.ts'

export const linkSessionRoutes = (api: Api, services: Services): void => {
  route(api, signingAgentCall, anyone(limits.signingAgentByAddress), async () => ({
    kind: services.signingAgent,
    ...(services.fva?.isSimulator ? { simulator: true } : {}),
  }))

  route(
    api,
    startAgentSessionCall,
    { ...anyone(limits.agentSessionByAddress), limitAltogether: limits.agentSessionAltogether },
    async ({ body, reply }) => {
      await api.limiter.hit(limits.agentSessionByDocument, String(body.user_file_id))
      const session = await startSession(services, body)
      reply.code(201)
      return session
    },
  )

  route(api, publicLinkCall, anyone(limits.signingAgentByAddress), async ({ params }) =>
    readPublicLink(services, params.id),
  )

  route(
    api,
    linkCodeCall,
    { ...anyone(limits.linkCodeByAddress), limitAltogether: limits.linkCodeAltogether },
    async ({ body: { user_file_id: documentId, email } }) => {
      await api.limiter.hit(limits.linkCodeByDocument, String(documentId))
      await api.limiter.hit(limits.linkCodeByRecipient, emailKey(email))
      await mailLinkCode(services, { documentId, email })
      return { success: true }
    },
  )
}
