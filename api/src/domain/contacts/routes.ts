import { findContactsCall, forgetContactCall, forgetContactsCall } from 'shared/contract/signing-order'
import { limits } from '../../platform/http/limits.ts'
import { type Api, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { findContacts } from './find-contacts.ts'
import { forgetContact, forgetContacts } from './forget-contacts.ts'

const session = { access: { kind: 'session' } } as const

export const contactRoutes = (api: Api, { db }: Services): void => {
  route(api, findContactsCall, session, async ({ actor, query }) => {
    await api.limiter.hit(limits.findContactsByAccount, String(actor.userId))
    return findContacts(db, { userId: actor.userId, query: query.q, limit: query.limit })
  })

  route(api, forgetContactCall, session, async ({ actor, params }) => {
    await api.limiter.hit(limits.forgetContactsByAccount, String(actor.userId))
    await forgetContact(db, actor.userId, params.contactId)
    return { success: true }
  })

  route(api, forgetContactsCall, session, async ({ actor }) => {
    await api.limiter.hit(limits.forgetContactsByAccount, String(actor.userId))
    await forgetContacts(db, actor.userId)
    return { success: true }
  })
}
