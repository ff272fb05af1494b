import {
  addContactCall,
  changeContactCall,
  findContactsCall,
  forgetContactCall,
  forgetContactsCall,
  importContactsCall,
} from 'shared/contract/signing-order'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, bySession, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { findContacts } from './find-contacts.ts'
import { forgetContact, forgetContacts } from './forget-contacts.ts'
import { importContacts } from './import-contacts.ts'
import { addContact, changeContact } from './save-contact.ts'

export const contactRoutes = (api: RouteServices, { db, clock }: ApiServices): void => {
  const hit = (limit: keyof typeof rateLimits, userId: number) => api.limiter.hit(rateLimits[limit], String(userId))

  addRoute(api, findContactsCall, bySession, async ({ actor, query }) => {
    await hit('findContactsByAccount', actor.userId)
    return findContacts(db, { userId: actor.userId, query: query.q, limit: query.limit })
  })

  addRoute(api, addContactCall, bySession, async ({ actor, body }) => {
    await hit('saveContactByAccount', actor.userId)
    return addContact(db, actor.userId, body, clock())
  })

  addRoute(api, changeContactCall, bySession, async ({ actor, params, body }) => {
    await hit('saveContactByAccount', actor.userId)
    return changeContact(db, actor.userId, params.contactId, body)
  })

  addRoute(api, importContactsCall, bySession, async ({ actor, body }) => {
    await hit('importContactsByAccount', actor.userId)
    return importContacts(db, actor.userId, { ...body, file: Buffer.from(body.file, 'base64') }, clock())
  })

  addRoute(api, forgetContactCall, bySession, async ({ actor, params }) => {
    await hit('forgetContactsByAccount', actor.userId)
    await forgetContact(db, actor.userId, params.contactId)
    return { success: true }
  })

  addRoute(api, forgetContactsCall, bySession, async ({ actor }) => {
    await hit('forgetContactsByAccount', actor.userId)
    await forgetContacts(db, actor.userId)
    return { success: true }
  })
}
