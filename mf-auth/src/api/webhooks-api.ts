import type { BodyOf } from 'shared/contract'
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
import { request } from 'shared/http'

const bearer = 'session'

export const webhooksApi = {
  list: () => request(listWebhooksCall, { bearer }),
  create: (body: BodyOf<typeof createWebhookCall>) => request(createWebhookCall, { bearer, body }),
  update: (webhookId: number, body: BodyOf<typeof updateWebhookCall>) =>
    request(updateWebhookCall, { bearer, params: { webhookId }, body }),
  rotate: (webhookId: number, proof: string) =>
    request(rotateWebhookCall, { bearer, params: { webhookId }, body: { proof } }),
  remove: (webhookId: number) => request(deleteWebhookCall, { bearer, params: { webhookId } }),
  test: (webhookId: number) => request(testWebhookCall, { bearer, params: { webhookId }, body: {} }),
  deliveries: (webhookId: number, cursor?: string) =>
    request(listDeliveriesCall, { bearer, params: { webhookId }, query: { cursor } }),
  delivery: (webhookId: number, deliveryId: number) =>
    request(getDeliveryCall, { bearer, params: { webhookId, deliveryId } }),
  resend: (webhookId: number, deliveryId: number) =>
    request(resendDeliveryCall, { bearer, params: { webhookId, deliveryId }, body: {} }),
}
