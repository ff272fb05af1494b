import { addAddressCall, confirmAddressCall, listAddressesCall, removeAddressCall } from 'shared/contract/accounts'
import { addRoute, bySession, type RouteServices } from '../../../platform/http/route.ts'
import type { ApiServices } from '../../../platform/services.ts'
import { confirmAddress } from './confirm-address.ts'
import { addAddress, listAddresses, removeAddress } from './manage-addresses.ts'

export const addressRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listAddressesCall, bySession, async ({ actor }) => listAddresses(services, actor))

  addRoute(api, addAddressCall, bySession, async ({ actor, body }) =>
    addAddress(services, api.limiter, actor, body.email),
  )

  addRoute(api, confirmAddressCall, bySession, async ({ actor, body }) =>
    confirmAddress(services, api.limiter, actor, body.token),
  )

  addRoute(api, removeAddressCall, bySession, async ({ actor, params }) => {
    await removeAddress(services, actor, params.addressId)
    return { success: true }
  })
}
