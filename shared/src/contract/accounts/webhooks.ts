import * as v from 'valibot'
import { IdParamSchema, IdSchema, InstantSchema } from '../index.ts'
import { callOf } from '../values/call-of.ts'
import { TokenSchema } from '../values/token.ts'
import { WEBHOOK_URL_MAX_LENGTH } from './limits.ts'

/** `docs/programs.md` describes each. */
export const webhookEvents = [
  'document.created',
  'document.sent',
  'document.viewed',
  'document.signed',
  'document.declined',
  'document.completed',
  'document.cancelled',
  'document.expired',
  'participant.approved',
  'participant.rejected',
  'participant.read',
  'participant.copied',
  'question.asked',
] as const
export type WebhookEvent = (typeof webhookEvents)[number]

/** `creator-revoked`: the token or client that created it was revoked. */
export const webhookPauses = ['creator-revoked'] as const

/** `disabled` after days of failures or a 410; the owner can activate it again. */
export const webhookStates = ['active', 'paused', 'disabled'] as const
const deliveryStates = ['pending', 'delivered', 'failed'] as const

export const WebhookSchema = v.object({
  id: IdSchema,
  url: v.string(),
  events: v.array(v.picklist(webhookEvents)),
  state: v.picklist(webhookStates),
  paused_because: v.nullable(v.picklist(webhookPauses)),
  /** Created with a token or an OAuth client. */
  by_program: v.boolean(),
  created_at: InstantSchema,
  failing_since: v.nullable(InstantSchema),
  old_secret_until: v.nullable(InstantSchema),
})
export type Webhook = v.InferOutput<typeof WebhookSchema>

/** One event for one webhook. `event_id` stays the same when it is sent again. */
export const WebhookDeliverySchema = v.object({
  id: IdSchema,
  event_id: v.string(),
  type: v.string(),
  state: v.picklist(deliveryStates),
  created_at: InstantSchema,
  attempts: v.number(),
  attempted_at: v.nullable(InstantSchema),
  next_attempt_at: v.nullable(InstantSchema),
  answer_status: v.nullable(v.number()),
  /** Milliseconds. */
  duration: v.nullable(v.number()),
  problem: v.nullable(v.string()),
})
export type WebhookDelivery = v.InferOutput<typeof WebhookDeliverySchema>

export const WebhookDeliveryDetailSchema = v.object({
  ...WebhookDeliverySchema.entries,
  payload: v.string(),
  answer: v.nullable(v.string()),
  answer_truncated: v.boolean(),
})
export type WebhookDeliveryDetail = v.InferOutput<typeof WebhookDeliveryDetailSchema>

const EventsSchema = v.pipe(
  v.array(v.picklist(webhookEvents)),
  v.minLength(1, 'Elige al menos un evento'),
  v.checkItems((event, index, all) => all.indexOf(event) === index, 'Cada evento va una sola vez'),
)

export const NewWebhookSchema = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('Escribe la dirección que recibe los avisos'),
    v.maxLength(WEBHOOK_URL_MAX_LENGTH, 'La dirección es demasiado larga'),
  ),
  events: EventsSchema,
})
export type NewWebhook = v.InferOutput<typeof NewWebhookSchema>

const params = v.object({ webhookId: IdParamSchema })
const deliveryParams = v.object({ webhookId: IdParamSchema, deliveryId: IdParamSchema })
/** Of the account's identity; required in sessions, ignored for programs. */
const proof = v.optional(TokenSchema)
const WithSecretSchema = v.object({ secret: v.string(), details: WebhookSchema })

export const listWebhooksCall = callOf('listWebhooks', 'GET', '/home/api/webhooks/', { reply: v.array(WebhookSchema) })

/** Sessions need a proof, tokens do not. The secret is shown once. */
export const createWebhookCall = callOf('createWebhook', 'POST', '/home/api/webhooks/', {
  body: v.object({ ...NewWebhookSchema.entries, proof }),
  reply: WithSecretSchema,
})

export const updateWebhookCall = callOf('updateWebhook', 'PUT', '/home/api/webhooks/:webhookId/', {
  params,
  body: v.object({ events: v.optional(EventsSchema), state: v.optional(v.picklist(['active', 'paused'])), proof }),
  reply: WebhookSchema,
})

export const deleteWebhookCall = callOf('deleteWebhook', 'DELETE', '/home/api/webhooks/:webhookId/', {
  params,
  reply: v.object({ success: v.boolean() }),
})

/** Both secrets sign for a day. */
export const rotateWebhookCall = callOf('rotateWebhook', 'POST', '/home/api/webhooks/:webhookId/rotate/', {
  params,
  body: v.object({ proof }),
  reply: WithSecretSchema,
})

export const testWebhookCall = callOf('testWebhook', 'POST', '/home/api/webhooks/:webhookId/test/', {
  params,
  body: v.object({}),
  reply: WebhookDeliverySchema,
})

/** Newest first; kept for 30 days. */
export const listDeliveriesCall = callOf('listWebhookDeliveries', 'GET', '/home/api/webhooks/:webhookId/deliveries/', {
  params,
  query: v.object({ cursor: v.optional(IdParamSchema) }),
  reply: v.object({ items: v.array(WebhookDeliverySchema), next_cursor: v.nullable(v.string()) }),
})

export const getDeliveryCall = callOf(
  'getWebhookDelivery',
  'GET',
  '/home/api/webhooks/:webhookId/deliveries/:deliveryId/',
  { params: deliveryParams, reply: WebhookDeliveryDetailSchema },
)

/** A pending delivery is tried now, not queued twice. */
export const resendDeliveryCall = callOf(
  'resendWebhookDelivery',
  'POST',
  '/home/api/webhooks/:webhookId/deliveries/:deliveryId/resend/',
  { params: deliveryParams, body: v.object({}), reply: WebhookDeliverySchema },
)
