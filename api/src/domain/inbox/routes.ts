import { listInboxCall, openInboxCall } from 'shared/contract/inbox'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { listInbox } from '../access/find-inbox.ts'
import { openFromInbox } from './open-from-inbox.ts'

/** For people alone: a program answers for no one. */
export const inboxRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listInboxCall, bySession, async ({ actor }) => listInbox(services, actor.userId))

  addRoute(api, openInboxCall, bySession, async ({ actor, params }) => {
    await api.limiter.hit(rateLimits.openInboxByAccount, String(actor.userId))
    return openFromInbox(services, actor, params.invitationId)
  })
}
