export interface WebhookEndpointTable {
  id: number
  user_id: number
  url: string
  /** Separated by spaces. */
  events: string
  state: 'active' | 'paused' | 'disabled'
  /** Sealed (`domain/webhooks/webhook-secrets.ts`). */
  secret: string
  old_secret: string | null
  old_secret_until: number | null
  /** First failure since the last success. */
  failing_since: number | null
  created_at: number
}

/** Inserted in the transaction of the event. */
export interface WebhookDeliveryTable {
  id: number
  endpoint_id: number
  /** Grows per endpoint; `id` breaks ties. */
  position: number
  /** `webhook-id`; the same when sent again. */
  event_id: string
  type: string
  /** Null for test events. */
  document_id: number | null
  /** JSON, sent as it is. */
  payload: string
  created_at: number
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at: number
  claimed_until: number | null
  claimed_by: number | null
  attempted_at: number | null
  answer_status: number | null
  answer: string | null
  /** 0 or 1. */
  answer_truncated: number
  /** Milliseconds. */
  duration: number | null
  problem: string | null
}
