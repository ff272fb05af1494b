import type { DeathColumns } from './death-columns.ts'
/** An address that gets events of an account. */
export interface WebhookEndpointTable {
  id: number
  user_id: number
  url: string
  /** Separated by spaces. */
  events: string
  state: 'active' | 'paused' | 'disabled'
  /** Encrypted (AES-256-GCM, `webhook-secrets.ts`): it signs, so a hash would not do. */
  secret: string
  old_secret: string | null
  /** Until then both secrets sign. */
  old_secret_until: number | null
  /** First failure since the last success; null while deliveries arrive. */
  failing_since: number | null
  created_at: number
  /** `program_tokens.id`, also after that row is gone; null if a session created it. */
  created_by_token: number | null
  /** Set while `state` is `paused` by a rule and not by a person. */
  paused_because: 'creator-revoked' | null
}

/** One event for one webhook, with the last attempt. Deleted after 30 days. */
export interface WebhookDeliveryTable extends DeathColumns {
  id: number
  endpoint_id: number
  /** Grows per endpoint; `id` breaks ties. */
  position: number
  event_id: string
  type: string
  document_id: number | null
  /** JSON, sent and signed byte for byte. */
  payload: string
  created_at: number
  state: 'pending' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at: number
  claimed_until: number | null
  claimed_by: number | null
  attempted_at: number | null
  answer_status: number | null
  /** First 64 KiB of the body. */
  answer: string | null
  answer_truncated: number
  /** Milliseconds. */
  duration: number | null
  problem: string | null
}
