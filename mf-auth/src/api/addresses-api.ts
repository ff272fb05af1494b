import { addAddressCall, confirmAddressCall, listAddressesCall, removeAddressCall } from 'shared/contract/accounts'
import { request } from 'shared/http'

const bearer = 'session'

export const addressesApi = {
  list: () => request(listAddressesCall, { bearer }),
  /** Also mails the link of a pending address again. */
  add: (email: string) => request(addAddressCall, { bearer, body: { email } }),
  confirm: (token: string) => request(confirmAddressCall, { bearer, body: { token } }),
  remove: (addressId: number) => request(removeAddressCall, { bearer, params: { addressId } }),
}
