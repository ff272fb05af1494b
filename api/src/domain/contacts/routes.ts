import { findContactsCall, forgetContactCall, forgetContactsCall } from 'shared/contract/signing-order'
import { limits } from '../../platform/http/limits.ts'
import { type Api, bySession, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { findContacts } from './find-contacts.ts'
import { forgetContact, forgetContacts } from './forget-contacts.ts'

export const contactRoutes = (api: Api, { db }: Services): void => {
  route(api, findContactsCall, bySession, async ({ actor, query }) => {
    await api.limiter.hit(limits.findContactsByAccount, String(actor.userId))
    return findContacts(db, { userId: actor.userId, query: query.q, limit: query.limit })
  })

  route(api, forgetContactCall, bySession, async ({ actor, params }) => {
    await api.limiter.hit(limits.forgetContactsByAccount, String(actor.userId))
    await forgetContact(db, actor.userId, params.contactId)
    return { success: true }
  })

  route(api, forgetContactsCall, bySession, async ({ actor }) => {
    await api.limiter.hit(limits.forgetContactsByAccount, String(actor.userId))
    await forgetContacts(db, actor.userId)
    return { success: true }
  })
}
