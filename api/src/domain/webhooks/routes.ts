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
} from 'shared/contract/accounts'
import { type Api, byProgram, route } from '../../platform/http/route.ts'
import type { Services } from '../../platform/services.ts'
import { getDelivery, listDeliveries, resendDelivery, sendTest } from './deliveries.ts'
import { endpointsOf, viewEndpoint } from './endpoints.ts'
import { createEndpoint, deleteEndpoint, rotateSecret, updateEndpoint } from './manage-endpoints.ts'

const managing = byProgram('webhooks:manage')

const endpointRoutes = (api: Api, services: Services): void => {
  route(api, listWebhooksCall, managing, async ({ actor }) =>
    (await endpointsOf(services.db, actor.userId)).map((row) => viewEndpoint(row, services.clock())),
  )
  route(api, createWebhookCall, managing, async ({ actor, body, reply }) => {
    const created = await createEndpoint(services, actor, body)
    reply.code(201)
    return created
  })
  route(api, updateWebhookCall, managing, async ({ actor, params, body }) =>
    updateEndpoint(services, { actor, id: params.webhookId }, body),
  )
  route(api, deleteWebhookCall, managing, async ({ actor, params }) => {
    await deleteEndpoint(services, actor.userId, params.webhookId)
    return { success: true }
  })
  route(api, rotateWebhookCall, managing, async ({ actor, params, body }) =>
    rotateSecret(services, actor, { id: params.webhookId, ...body }),
  )
}

const deliveryRoutes = (api: Api, services: Services): void => {
  route(api, testWebhookCall, managing, async ({ actor, params }) =>
    sendTest(services, { userId: actor.userId, id: params.webhookId }),
  )
  route(api, listDeliveriesCall, managing, async ({ actor, params, query }) =>
    listDeliveries(services.db, { userId: actor.userId, id: params.webhookId }, query.cursor),
  )
  route(api, getDeliveryCall, managing, async ({ actor, params }) =>
    getDelivery(services.db, { userId: actor.userId, id: params.webhookId }, params.deliveryId),
  )
  route(api, resendDeliveryCall, managing, async ({ actor, params }) =>
    resendDelivery(services, { userId: actor.userId, id: params.webhookId }, params.deliveryId),
  )
}

export const webhookRoutes = (api: Api, services: Services): void => {
  endpointRoutes(api, services)
  deliveryRoutes(api, services)
}
