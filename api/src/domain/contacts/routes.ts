import { findContactsCall, forgetContactCall, forgetContactsCall } from 'shared/contract/signing-order'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findContacts } from './find-contacts.ts'
import { forgetContact, forgetContacts } from './forget-contacts.ts'

export const contactRoutes = (api: RouteServices, { db }: ApiServices): void => {
  addRoute(api, findContactsCall, bySession, async ({ actor, query }) => {
    await api.limiter.hit(rateLimits.findContactsByAccount, String(actor.userId))
    return findContacts(db, { userId: actor.userId, query: query.q, limit: query.limit })
  })

  addRoute(api, forgetContactCall, bySession, async ({ actor, params }) => {
    await api.limiter.hit(rateLimits.forgetContactsByAccount, String(actor.userId))
    await forgetContact(db, actor.userId, params.contactId)
    return { success: true }
  })

  addRoute(api, forgetContactsCall, bySession, async ({ actor }) => {
    await api.limiter.hit(rateLimits.forgetContactsByAccount, String(actor.userId))
    await forgetContacts(db, actor.userId)
    return { success: true }
  })
}
