import { findPlacesCall } from 'shared/contract/places'
import { rateLimits } from '../../platform/http/limits.ts'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { listPlaces } from './list-places.ts'

export const placeRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, findPlacesCall, byApiClient('documents:read'), async ({ actor, params }) => {
    await api.limiter.hit(rateLimits.findPlacesByAccount, String(actor.userId))
    return listPlaces(services, actor.userId, params.id)
  })
}
