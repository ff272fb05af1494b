import type { Clock } from '../../platform/clock.ts'
import { resolveTarget, TargetRefused, type TargetRules } from '../../platform/network/outbound-target.ts'
import { POST_TIME_LIMIT, postPinned } from '../../platform/network/post-pinned.ts'
import type { StoredDelivery } from './deliveries.ts'
import type { StoredEndpoint } from './endpoints.ts'
import { type WebhookSecrets, webhookSignature } from './webhook-secrets.ts'

/** The receiver asks for no more deliveries: the webhook is disabled at once (Standard Webhooks). */
const GONE = 410
const SECOND_IN_MS = 1000

/** Columns of `webhook_deliveries`, and what follows from them. */
export interface DeliveryOutcome {
  /** Any 2xx is delivered; a redirect is a failure, because the new address would be unchecked. */
  readonly kind: 'delivered' | 'failed' | 'gone'
  readonly answer_status: number | null
  /** Text for the owner's log, at most 64 KiB of the body. */
  readonly answer: string | null
  readonly answer_truncated: number
  /** Spanish, for the owner; null if there was an answer. */
  readonly problem: string | null
  /** Milliseconds, with the look-up of the name. */
  readonly duration: number
}

/** Parameters of one attempt, without the database. */
export interface AttemptOptions {
  readonly webhookTargets: TargetRules
  readonly webhookSecrets: WebhookSecrets
  readonly clock: Clock
  /** Milliseconds for the whole attempt; for tests. */
  readonly timeLimit?: number
}

/** After a rotation the old secret signs too, until receivers have the new one. */
const secretsOf = ({ webhookSecrets }: AttemptOptions, endpoint: StoredEndpoint, now: number): Buffer[] => {
  const { id, secret, old_secret, old_secret_until } = endpoint
  const overlaps = old_secret !== null && (old_secret_until ?? 0) > now
  return [secret, ...(overlaps ? [old_secret] : [])].map((sealed) => webhookSecrets.open(id, sealed))
}

/** PostgreSQL refuses NUL in texts. */
const printable = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8').replaceAll('\u0000', '\uFFFD')

/** `postPinned` limits the connection; the look-up of the name comes before and is limited here. */
const late = (milliseconds: number) => {
  let timer: NodeJS.Timeout | undefined
  const ends = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late')), milliseconds)
  })
  return { ends, stop: () => clearTimeout(timer) }
}

const post = async (options: AttemptOptions, endpoint: StoredEndpoint, delivery: StoredDelivery) => {
  const now = options.clock()
  const timestamp = Math.floor(now / SECOND_IN_MS)
  const { event_id: id, payload: body } = delivery
  const target = await resolveTarget(endpoint.url, options.webhookTargets)
  return postPinned(target, {
    body,
    timeLimit: options.timeLimit ?? POST_TIME_LIMIT,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Trazo-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': webhookSignature(secretsOf(options, endpoint, now), { id, timestamp, body }),
    },
  })
}

const deliveryProblem = (error: unknown): string =>
  error instanceof TargetRefused
    ? error.message
    : 'El servidor no respondió completo en 10 segundos, o no se pudo conectar.'

const kindOf = (status: number): DeliveryOutcome['kind'] => {
  if (status === GONE) return 'gone'
  return status >= 200 && status < 300 ? 'delivered' : 'failed'
}

/**
 * Posts one event. Never throws: every failure is an outcome that is recorded and retried.
 *
 * Each attempt resolves the name once and connects to the checked address, so DNS rebinding cannot reach our network.
 */
export const attemptDelivery = async (
  options: AttemptOptions,
  endpoint: StoredEndpoint,
  delivery: StoredDelivery,
): Promise<DeliveryOutcome> => {
  const began = performance.now()
  const elapsed = (): number => Math.round(performance.now() - began)
  const limit = late(options.timeLimit ?? POST_TIME_LIMIT)
  try {
    const { status, bytes, truncated } = await Promise.race([post(options, endpoint, delivery), limit.ends])
    const answer = { answer_status: status, answer: printable(bytes), answer_truncated: truncated ? 1 : 0 }
    return { kind: kindOf(status), ...answer, problem: null, duration: elapsed() }
  } catch (error) {
    const nothing = { answer_status: null, answer: null, answer_truncated: 0 }
    return { kind: 'failed', ...nothing, problem: deliveryProblem(error), duration: elapsed() }
  } finally {
    limit.stop()
  }
}
