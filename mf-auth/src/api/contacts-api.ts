import { CONTACTS_LISTED, findContactsCall, forgetContactCall, forgetContactsCall } from 'shared/contract/signing-order'
import { request } from 'shared/http'

const bearer = 'session'

export const contactsApi = {
  list: () => request(findContactsCall, { bearer, query: { limit: String(CONTACTS_LISTED) } }),
  forget: (contactId: number) => request(forgetContactCall, { bearer, params: { contactId } }),
  forgetAll: () => request(forgetContactsCall, { bearer }),
}
