import {
  addContactCall,
  CONTACTS_LISTED,
  type Contact,
  changeContactCall,
  findContactsCall,
  forgetContactCall,
  forgetContactsCall,
  importContactsCall,
} from 'shared/contract/signing-order'
import { request } from 'shared/http'

const bearer = 'session'

export const contactsApi = {
  list: (q: string) => request(findContactsCall, { bearer, query: { q, limit: String(CONTACTS_LISTED) } }),
  add: (body: Omit<Contact, 'id'>) => request(addContactCall, { bearer, body }),
  change: (contactId: number, body: Omit<Contact, 'id'>) =>
    request(changeContactCall, { bearer, params: { contactId }, body }),
  import: (file: string, preview: boolean) => request(importContactsCall, { bearer, body: { file, preview } }),
  forget: (contactId: number) => request(forgetContactCall, { bearer, params: { contactId } }),
  forgetAll: () => request(forgetContactsCall, { bearer }),
}
