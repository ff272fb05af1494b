import {
  createWebhookCall,
  deleteWebhookCall,
  getDeliveryCall,
  listDeliveriesCall,
  listWebhooksCall,
  resendDeliveryCall,
  rotateWebhookCall,
  testWebhookCall,
  updateWebhookCall,
} from 'shared/contract/webhooks'
import { addRoute, byApiClient, type RouteServices } from '../../platform/http/route.ts'
import type { ApiServices } from '../../platform/services.ts'
import { getDelivery, listDeliveries, resendDelivery, sendTest } from './deliveries.ts'
import { endpointsOf, viewEndpoint } from './endpoints.ts'
import { createEndpoint, deleteEndpoint, rotateEndpointSecret, updateEndpoint } from './manage-endpoints.ts'

const managing = byApiClient('webhooks:manage')

const endpointRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, listWebhooksCall, managing, async ({ actor }) =>
    (await endpointsOf(services.db, actor.userId)).map((row) => viewEndpoint(row, services.clock())),
  )
  addRoute(api, createWebhookCall, managing, async ({ actor, body, reply }) => {
    const created = await createEndpoint(services, actor, body)
    reply.code(201)
    return created
  })
  addRoute(api, updateWebhookCall, managing, async ({ actor, params, body }) =>
    updateEndpoint(services, { actor, id: params.webhookId }, body),
  )
  addRoute(api, deleteWebhookCall, managing, async ({ actor, params }) => {
    await deleteEndpoint(services, actor.userId, params.webhookId)
    return { success: true }
  })
  addRoute(api, rotateWebhookCall, managing, async ({ actor, params, body }) =>
    rotateEndpointSecret(services, actor, { id: params.webhookId, ...body }),
  )
}

const deliveryRoutes = (api: RouteServices, services: ApiServices): void => {
  addRoute(api, testWebhookCall, managing, async ({ actor, params }) =>
    sendTest(services, { userId: actor.userId, id: params.webhookId }),
  )
  addRoute(api, listDeliveriesCall, managing, async ({ actor, params, query }) =>
    listDeliveries(services.db, { userId: actor.userId, id: params.webhookId }, query.cursor),
  )
  addRoute(api, getDeliveryCall, managing, async ({ actor, params }) =>
    getDelivery(services.db, { userId: actor.userId, id: params.webhookId }, params.deliveryId),
  )
  addRoute(api, resendDeliveryCall, managing, async ({ actor, params }) =>
    resendDelivery(services, { userId: actor.userId, id: params.webhookId }, params.deliveryId),
  )
}

export const webhookRoutes = (api: RouteServices, services: ApiServices): void => {
  endpointRoutes(api, services)
  deliveryRoutes(api, services)
}
